//! Finding WebSocket frames in a stream of bytes. This file depends on nothing else, since the fuzz target and its law include it.

/// Finds where frames start in a stream of bytes: RFC 6455, section 5.2.
#[derive(Debug, Default)]
pub(crate) struct FrameParser {
    /// The bytes of an incomplete header.
    header: Vec<u8>,
    /// Bytes of the current frame that follow its header.
    payload: u64,
}

impl FrameParser {
    /// Returns the number of frames whose header is completed by `bytes`.
    pub(crate) fn count(&mut self, mut bytes: &[u8]) -> usize {
        let mut count = 0;
        loop {
            let skipped = usize::try_from(self.payload).unwrap_or(usize::MAX).min(bytes.len());
            self.payload -= skipped as u64;
            bytes = &bytes[skipped..];
            let Some((&byte, rest)) = bytes.split_first() else { return count };
            bytes = rest;
            self.header.push(byte);
            if let Some(payload) = self.payload_length() {
                self.payload = payload;
                self.header.clear();
                count += 1;
            }
        }
    }

    /// Returns the length of the payload once the header is complete.
    fn payload_length(&self) -> Option<u64> {
        let &[_, second, ref rest @ ..] = self.header.as_slice() else { return None };
        let extended = match second & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        if rest.len() < extended + mask {
            return None;
        }
        Some(match extended {
            0 => u64::from(second & 0x7f),
            length => rest[..length].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)),
        })
    }
}
