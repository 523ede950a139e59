//! [HMAC signatures](https://jupyter-client.readthedocs.io/en/stable/messaging.html#wire-protocol) of the four JSON
//! frames of a message.

use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::fmt::Write;

/// Signs and checks with the key of the connection file. The empty key signs nothing and accepts everything.
#[derive(Clone)]
pub struct Signer {
    keyed: Option<Hmac<Sha256>>,
}

impl Signer {
    /// A signer for `key`, taken as bytes as it stands in the connection file.
    pub fn new(key: &str) -> Signer {
        // An HMAC takes a key of any length, so `None` means only that the key is empty.
        let keyed = if key.is_empty() { None } else { Hmac::new_from_slice(key.as_bytes()).ok() };
        Signer { keyed }
    }

    /// The signature of the frames in lower-case hexadecimal digits; empty without a key.
    pub fn sign(&self, frames: [&[u8]; 4]) -> String {
        let Some(mac) = self.digest(frames) else {
            return String::new();
        };
        mac.finalize().into_bytes().iter().fold(String::with_capacity(64), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }

    /// Whether `signature` belongs to the frames; compared in constant time.
    pub fn verify(&self, frames: [&[u8]; 4], signature: &[u8]) -> bool {
        match self.digest(frames) {
            None => true,
            Some(mac) => from_hex(signature).is_some_and(|bytes| mac.verify_slice(&bytes).is_ok()),
        }
    }

    fn digest(&self, frames: [&[u8]; 4]) -> Option<Hmac<Sha256>> {
        let mut mac = self.keyed.clone()?;
        frames.iter().for_each(|frame| mac.update(frame));
        Some(mac)
    }
}

fn from_hex(digits: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let pairs = digits.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    pairs.map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4231, test cases 1 and 2: what is signed is the concatenation of the frames.
    #[test]
    fn agrees_with_rfc_4231() {
        let key: String = std::iter::repeat_n('\u{b}', 20).collect();
        assert_eq!(
            Signer::new(&key).sign([b"Hi", b" ", b"The", b"re"]),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        );
        assert_eq!(
            Signer::new("Jefe").sign([b"what do ya ", b"want ", b"for ", b"nothing?"]),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }

    #[test]
    fn accepts_its_own_signature_and_no_other() {
        let signer = Signer::new("secret");
        let frames: [&[u8]; 4] = [b"{}", b"{}", b"{}", b"{}"];
        let signature = signer.sign(frames);
        assert!(signer.verify(frames, signature.as_bytes()));
        assert!(signer.verify(frames, signature.to_uppercase().as_bytes()));
        assert!(!signer.verify([b"{ }", b"{}", b"{}", b"{}"], signature.as_bytes()));
        for wrong in [&signature.as_bytes()[..63], &signature.as_bytes()[..62], b"", b"zz", "öö".as_bytes()]
        {
            assert!(!signer.verify(frames, wrong));
        }
    }

    #[test]
    fn an_empty_key_neither_signs_nor_checks() {
        let signer = Signer::new("");
        assert_eq!(signer.sign([b"1", b"2", b"3", b"4"]), "");
        assert!(signer.verify([b"1", b"2", b"3", b"4"], b"anything"));
    }
}
