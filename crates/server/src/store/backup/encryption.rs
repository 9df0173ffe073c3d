//! Encrypted backups in the age format (age-encryption.org/v1), which is authenticated: a changed file is refused.

use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

use super::BackupError;

/// The beginning of an encrypted file.
const MAGIC: &[u8] = b"age-encryption.org/v1";

/// For whom backups are encrypted.
#[derive(Clone, Default)]
pub enum Encryption {
    /// Not encrypted.
    #[default]
    None,
    /// For the holders of the identities of these public keys, such as `age1…`.
    Recipients(Vec<String>),
    /// By a passphrase.
    Passphrase(String),
}

/// Hides the passphrase.
impl fmt::Debug for Encryption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Encryption::None => f.write_str("None"),
            Encryption::Recipients(recipients) => f.debug_tuple("Recipients").field(recipients).finish(),
            Encryption::Passphrase(_) => f.write_str("Passphrase"),
        }
    }
}

/// What encrypted backups are decrypted with.
#[derive(Clone, Default)]
pub struct DecryptionKeys {
    /// A file with age identities, such as `age-keygen` writes.
    pub identities: Option<PathBuf>,
    /// A passphrase.
    pub passphrase: Option<String>,
}

/// Hides the passphrase.
impl fmt::Debug for DecryptionKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let passphrase = self.passphrase.as_ref().map(|_| "…");
        f.debug_struct("DecryptionKeys").field("identities", &self.identities).field("passphrase", &passphrase).finish()
    }
}

/// Reads a passphrase from the first line of a file.
pub fn read_passphrase(path: &Path) -> Result<String, BackupError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| BackupError(format!("cannot read the passphrase from '{}': {error}", path.display())))?;
    match text.lines().next().filter(|line| !line.is_empty()) {
        Some(line) => Ok(line.to_owned()),
        None => Err(BackupError(format!("'{}' has no passphrase in its first line", path.display()))),
    }
}

/// A backup file being written, encrypted or not.
pub(super) enum EncryptedWriter<W: Write> {
    Plain(W),
    #[cfg(feature = "encryption")]
    Age(Box<age::stream::StreamWriter<W>>),
}

impl<W: Write> EncryptedWriter<W> {
    /// Completes the file.
    pub(super) fn finish(self) -> io::Result<W> {
        match self {
            EncryptedWriter::Plain(to) => Ok(to),
            #[cfg(feature = "encryption")]
            EncryptedWriter::Age(to) => to.finish(),
        }
    }
}

impl<W: Write> Write for EncryptedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            EncryptedWriter::Plain(to) => to.write(bytes),
            #[cfg(feature = "encryption")]
            EncryptedWriter::Age(to) => to.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            EncryptedWriter::Plain(to) => to.flush(),
            #[cfg(feature = "encryption")]
            EncryptedWriter::Age(to) => to.flush(),
        }
    }
}

impl Encryption {
    /// Returns whether backups are encrypted.
    pub fn is_encrypted(&self) -> bool {
        !matches!(self, Encryption::None)
    }

    /// Checks the public keys, without writing anything.
    pub fn check(&self) -> Result<(), BackupError> {
        self.wrap(io::sink()).map(|_| ())
    }
}

/// The error of a program that cannot encrypt.
#[cfg(not(feature = "encryption"))]
fn unsupported() -> BackupError {
    BackupError("this program was built without encryption; build it with '--features full'".to_owned())
}

#[cfg(not(feature = "encryption"))]
impl Encryption {
    /// Wraps a file.
    pub(super) fn wrap<W: Write>(&self, to: W) -> Result<EncryptedWriter<W>, BackupError> {
        if self.is_encrypted() { Err(unsupported()) } else { Ok(EncryptedWriter::Plain(to)) }
    }
}

#[cfg(feature = "encryption")]
impl Encryption {
    /// Wraps a file.
    pub(super) fn wrap<W: Write>(&self, to: W) -> Result<EncryptedWriter<W>, BackupError> {
        let encryptor = match self {
            Encryption::None => return Ok(EncryptedWriter::Plain(to)),
            Encryption::Passphrase(passphrase) => age::Encryptor::with_user_passphrase(passphrase.clone().into()),
            Encryption::Recipients(keys) => {
                let parse = |key: &String| {
                    key.parse::<age::x25519::Recipient>().map_err(|reason| {
                        BackupError(format!("invalid recipient '{key}': {reason}; valid is a public key such as age1…"))
                    })
                };
                let keys = keys.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
                age::Encryptor::with_recipients(keys.iter().map(|key| key as &dyn age::Recipient))
                    .map_err(|error| BackupError(format!("cannot encrypt the backup: {error}")))?
            }
        };
        let writer = encryptor.wrap_output(to);
        let writer = writer.map_err(|error| BackupError(format!("cannot encrypt the backup: {error}")))?;
        Ok(EncryptedWriter::Age(Box::new(writer)))
    }
}

/// Returns whether a file is encrypted. A damaged beginning of an encrypted file is not text of a backup either.
fn is_encrypted(from: &mut impl BufRead) -> io::Result<bool> {
    Ok(from.fill_buf()?.starts_with(MAGIC))
}

/// Decrypts a file if it is encrypted.
#[cfg(feature = "encryption")]
pub(super) fn decrypt<'a>(
    mut from: impl BufRead + 'a,
    keys: &DecryptionKeys,
) -> Result<Box<dyn Read + 'a>, BackupError> {
    let failed = |reason: &dyn fmt::Display| BackupError(format!("the backup cannot be decrypted: {reason}"));
    if !is_encrypted(&mut from).map_err(|error| failed(&error))? {
        return Ok(Box::new(from));
    }
    let decryptor = age::Decryptor::new_buffered(from).map_err(|error| failed(&error))?;
    let mut identities: Vec<Box<dyn age::Identity>> = Vec::new();
    if let Some(path) = &keys.identities {
        let invalid = |error: &dyn fmt::Display| BackupError(format!("cannot read '{}': {error}", path.display()));
        let file = age::IdentityFile::from_file(path.display().to_string()).map_err(|error| invalid(&error))?;
        identities.extend(file.into_identities().map_err(|error| invalid(&error))?);
    }
    if let Some(passphrase) = &keys.passphrase {
        identities.push(Box::new(age::scrypt::Identity::new(passphrase.clone().into())));
    }
    if identities.is_empty() {
        let need = if decryptor.is_scrypt() { "its passphrase" } else { "an identity" };
        return Err(failed(&format_args!("it is encrypted and needs {need}")));
    }
    let reader = decryptor.decrypt(identities.iter().map(|identity| &**identity)).map_err(|error| failed(&error))?;
    Ok(Box::new(reader))
}

/// Refuses a file that is encrypted.
#[cfg(not(feature = "encryption"))]
pub(super) fn decrypt<'a>(mut from: impl BufRead + 'a, _: &DecryptionKeys) -> Result<Box<dyn Read + 'a>, BackupError> {
    match is_encrypted(&mut from) {
        Ok(false) => Ok(Box::new(from)),
        Ok(true) => Err(unsupported()),
        Err(error) => Err(BackupError(format!("cannot read the backup: {error}"))),
    }
}
