//! The validity of a certificate: the few fields of RFC 5280 that a renewal depends on.

/// The time for which a certificate is valid, in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Validity {
    pub(super) not_before: i64,
    pub(super) not_after: i64,
}

impl Validity {
    /// Parses a certificate in DER form; `None` if it is malformed.
    pub(super) fn parse(certificate: &[u8]) -> Option<Validity> {
        let (_, certificate, _) = element(certificate)?;
        let (_, mut fields, _) = element(certificate)?;
        // The version is optional; then there are serial number, algorithm and issuer.
        if fields.first() == Some(&0xa0) {
            (_, _, fields) = element(fields)?;
        }
        for _ in 0..3 {
            (_, _, fields) = element(fields)?;
        }
        let (_, validity, _) = element(fields)?;
        let (tag, not_before, rest) = element(validity)?;
        let not_before = parse_time(tag, not_before)?;
        let (tag, not_after, _) = element(rest)?;
        Some(Validity { not_before, not_after: parse_time(tag, not_after)? })
    }

    /// Returns when to renew the certificate: after two thirds of its time.
    pub(super) fn renew_at(self) -> i64 {
        self.not_after - (self.not_after - self.not_before) / 3
    }
}

/// Splits the first element off: its tag, its content, and what follows.
fn element(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        0x81..=0x84 => {
            let (length, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            (length.iter().fold(0, |sum, &byte| sum << 8 | usize::from(byte)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}

/// Parses a UTCTime (YYMMDDHHMMSSZ) or a GeneralizedTime (YYYYMMDDHHMMSSZ).
fn parse_time(tag: u8, text: &[u8]) -> Option<i64> {
    let digits = text.strip_suffix(b"Z").filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
    let number = |part: &[u8]| part.iter().fold(0, |sum, &digit| sum * 10 + i64::from(digit - b'0'));
    let (year, rest) = match (tag, digits.len()) {
        (0x17, 12) => {
            let year = number(&digits[..2]);
            (if year < 50 { 2000 + year } else { 1900 + year }, &digits[2..])
        }
        (0x18, 14) => (number(&digits[..4]), &digits[4..]),
        _ => return None,
    };
    let [month, day, hour, minute, second] = [0, 2, 4, 6, 8].map(|start| number(&rest[start..start + 2]));
    // The days since 1970 of the proleptic Gregorian calendar; the year begins in March.
    let shifted = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + day_of_year - 719_468;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_parsed() {
        for (tag, text, seconds) in [
            (0x17, "700101000000Z", 0),
            (0x17, "261118044500Z", 1_794_977_100),
            (0x17, "240229235959Z", 1_709_251_199),
            (0x18, "20500101000000Z", 2_524_608_000),
            (0x18, "20000301000000Z", 951_868_800),
        ] {
            assert_eq!(parse_time(tag, text.as_bytes()), Some(seconds), "{text}");
        }
        for (tag, text) in [(0x17, "20500101000000Z"), (0x17, "700101000000"), (0x18, "2050010100000xZ"), (0x02, "")] {
            assert_eq!(parse_time(tag, text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_validity_of_a_certificate_is_found() {
        let mut params = rcgen::CertificateParams::new(["localhost".to_owned()]).expect("a name");
        params.not_before = rcgen::date_time_ymd(2026, 1, 1);
        params.not_after = rcgen::date_time_ymd(2060, 1, 1);
        let key = rcgen::KeyPair::generate().expect("a key");
        let certificate = params.self_signed(&key).expect("a certificate");
        let validity = Validity { not_before: 1_767_225_600, not_after: 2_840_140_800 };
        assert_eq!(Validity::parse(certificate.der()), Some(validity));
        assert!(validity.renew_at() > validity.not_before && validity.renew_at() < validity.not_after);
        for length in 0..200 {
            // Whatever is cut off, nothing panics.
            let _ = Validity::parse(&certificate.der()[..length]);
        }
    }
}
