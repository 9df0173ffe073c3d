//! Reading and writing of whole files. Files are replaced atomically, so that a crash never leaves half a record.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use halfboard_rules::games::lines_of_action::sgf;
use halfboard_rules::record::{self, Record};

use crate::error::CliError;

/// The games of a file.
pub(crate) struct RecordFile {
    /// The games; not empty.
    pub(crate) records: Vec<Record>,
    /// Whether the file is SGF.
    pub(crate) is_sgf: bool,
}

/// The variable that names the user's home or, on Windows, the folder for data of programs.
pub(crate) const HOME: &str = if cfg!(windows) { "LOCALAPPDATA" } else { "HOME" };

/// Returns this program's folder in the user's data folder, which may not exist. `None` if [`HOME`] is not set.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || set(HOME).map(|home| if cfg!(windows) { home } else { home.join(".local/share") });
    set("XDG_DATA_HOME").or_else(home).map(|data| data.join("halfboard"))
}

/// Reads the games of a file, or of standard input for `-`. SGF is recognised by its opening bracket.
pub(crate) fn read_records(path: &Path) -> Result<RecordFile, CliError> {
    let text = read_text(path)?;
    let is_sgf = text.trim_start_matches('\u{feff}').trim_start().starts_with('(');
    let records = if is_sgf { sgf::parse(&text) } else { record::parse(&text) };
    let records = records.map_err(|error| CliError::new(format_args!("{}: {error}", path.display())))?;
    Ok(RecordFile { records, is_sgf })
}

/// Reads the bytes of a file, or of standard input for `-`.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, CliError> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    bytes.map_err(|error| failed(path, "cannot be read", &error))
}

/// Reads the text of a file, or of standard input for `-`.
pub(crate) fn read_text(path: &Path) -> Result<String, CliError> {
    String::from_utf8(read_bytes(path)?).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        CliError::new(format_args!("{}: line {line} is not valid UTF-8", path.display()))
    })
}

/// Returns whether writing to the file loses nothing: it does not exist, is empty, or is a device.
pub(crate) fn is_blank(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |data| data.len() == 0 && !data.is_dir())
}

/// Fails if the file cannot be created because it is a folder or its folder does not exist.
pub(crate) fn check_place(path: &Path) -> Result<(), CliError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (path.is_dir(), folder.is_dir()) {
        (true, _) => Err(CliError::new(format_args!("{}: is a folder; expected a file", path.display()))),
        (false, false) => {
            Err(CliError::new(format_args!("{}: the folder {} does not exist", path.display(), folder.display())))
        }
        (false, true) => Ok(()),
    }
}

/// Replaces a file: the text is written to a temporary file, which is then renamed.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), CliError> {
    write_with(path, &mut |out| out.write_all(text.as_bytes()))
}

/// Replaces a file like [`write_text`], with content that `fill` writes.
pub(crate) fn write_with(path: &Path, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    let mut fill = |file: &mut fs::File| {
        let mut out = io::BufWriter::with_capacity(1 << 20, file);
        fill(&mut out)?;
        out.flush()
    };
    replace(path, &mut fill).map_err(|error| failed(path, "cannot be written", &error))
}

/// Appends text to a file, and creates the file if necessary.
pub(crate) fn append_text(path: &Path, text: &str) -> Result<(), CliError> {
    let file = fs::OpenOptions::new().append(true).create(true).open(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| failed(path, "cannot be written", &error))
}

fn replace(path: &Path, fill: &mut dyn FnMut(&mut fs::File) -> io::Result<()>) -> io::Result<()> {
    let Ok(old) = fs::metadata(path) else { return write_and_rename(path, None, fill) };
    if old.is_file() {
        // A symbolic link stays; the file that it points to is replaced.
        write_and_rename(&fs::canonicalize(path)?, Some(old.permissions()), fill)
    } else {
        // A device cannot be replaced, only written to; a folder fails here.
        fill(&mut fs::OpenOptions::new().write(true).open(path)?)
    }
}

fn write_and_rename(
    path: &Path,
    permissions: Option<fs::Permissions>,
    fill: &mut dyn FnMut(&mut fs::File) -> io::Result<()>,
) -> io::Result<()> {
    let beside = name_beside(path)?;
    let written = || -> io::Result<()> {
        let mut file = fs::File::create(&beside)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        fill(&mut file)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    written().inspect_err(|_| {
        // Best effort: the write error is the one to report.
        let _ = fs::remove_file(&beside);
    })
}

/// Returns a name for a temporary file in the same folder.
fn name_beside(path: &Path) -> io::Result<PathBuf> {
    let Some(name) = path.file_name() else { return Err(io::Error::other("this is not the name of a file")) };
    let mut beside = OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.new", std::process::id()));
    Ok(path.with_file_name(beside))
}

fn failed(path: &Path, what: &str, error: &io::Error) -> CliError {
    CliError::new(format_args!("{}: {what}: {error}", path.display()))
}
