//! The frames between the kernel and the process that hosts the cells, over one Unix stream socket.
//!
//! A frame is a kind (one byte), the length of its content (four bytes, little-endian) and the content. Everything a
//! cell says travels in one direction on one stream, so its order is the order of the outputs.

use std::io::{self, Read, Write};

/// From the host to the kernel. `Display` to `Panic` carry the JSON that `kernel/prelude/src/channel.rs` describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Bytes of standard output.
    Stdout = 1,
    /// Bytes of standard error.
    Stderr = 2,
    /// A value shown on the way.
    Display = 3,
    /// The value of the last expression.
    Result = 4,
    /// Remove what was shown.
    Clear = 5,
    /// A panic, possibly one that the cell catches.
    Panic = 6,
    /// The cell's code begins to run.
    Started = 7,
    /// The cell was left by unwinding: its last panic was not caught, or an interrupt (content `interrupt`).
    Unwound = 8,
    /// The cell was left by `?`.
    Failed = 9,
    /// The answer to [`Command::Sync`], with its number: all output up to here has been sent.
    Synced = 10,
    /// A panic on another thread than the cell's; JSON like that of `Panic`, with the thread's name.
    ThreadPanic = 11,
    /// A variable is not there, or is not what the kernel thinks; the content is its name.
    Missing = 12,
    /// The cell's library cannot be loaded; the content is what the system says.
    Unloadable = 13,
}

impl Kind {
    fn from_byte(byte: u8) -> Option<Kind> {
        use Kind::*;
        [
            Stdout,
            Stderr,
            Display,
            Result,
            Clear,
            Panic,
            Started,
            Unwound,
            Failed,
            Synced,
            ThreadPanic,
            Missing,
            Unloadable,
        ]
        .into_iter()
        .find(|kind| *kind as u8 == byte)
    }
}

/// From the kernel to the host: one byte of command and one of argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Ask the running cell to stop.
    Interrupt,
    /// Send what is left of the output, then answer with this number.
    Sync(u8),
    /// The reader's language for what the prelude says: 0 Chinese, 1 English.
    Language(u8),
}

impl Command {
    /// The command as it travels.
    pub fn to_bytes(self) -> [u8; 2] {
        match self {
            Command::Interrupt => [1, 0],
            Command::Sync(number) => [2, number],
            Command::Language(language) => [3, language],
        }
    }

    /// The command that these bytes stand for.
    pub fn from_bytes(bytes: [u8; 2]) -> Option<Command> {
        match bytes {
            [1, 0] => Some(Command::Interrupt),
            [2, number] => Some(Command::Sync(number)),
            [3, language] => Some(Command::Language(language)),
            _ => None,
        }
    }
}

/// Writes one frame.
pub fn write(stream: &mut impl Write, kind: u8, content: &[u8]) -> io::Result<()> {
    let length =
        u32::try_from(content.len()).map_err(|_| io::Error::other("an output of more than 4 GiB"))?;
    stream.write_all(&[kind])?;
    stream.write_all(&length.to_le_bytes())?;
    stream.write_all(content)
}

/// Reads one frame; `None` at the end of the stream.
pub fn read(stream: &mut impl Read) -> io::Result<Option<(Kind, Vec<u8>)>> {
    let mut head = [0u8; 5];
    match stream.read_exact(&mut head) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let kind = Kind::from_byte(head[0])
        .ok_or_else(|| io::Error::other(format!("unknown frame kind {}", head[0])))?;
    let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
    let mut content = Vec::new();
    // `take` lets the buffer grow with what really arrives instead of trusting the announced length.
    stream.take(length.into()).read_to_end(&mut content)?;
    Ok((content.len() == length as usize).then_some((kind, content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_as_they_went() {
        let mut wire = Vec::new();
        write(&mut wire, Kind::Stdout as u8, "三堆\u{1F3B2}".as_bytes()).unwrap();
        write(&mut wire, Kind::Synced as u8, b"").unwrap();
        let mut stream = wire.as_slice();
        assert_eq!(read(&mut stream).unwrap(), Some((Kind::Stdout, "三堆\u{1F3B2}".into())));
        assert_eq!(read(&mut stream).unwrap(), Some((Kind::Synced, vec![])));
        assert_eq!(read(&mut stream).unwrap(), None);
    }

    #[test]
    fn a_cut_frame_is_the_end_and_an_unknown_kind_an_error() {
        let mut wire = Vec::new();
        write(&mut wire, Kind::Result as u8, b"{}").unwrap();
        assert_eq!(read(&mut &wire[..6]).unwrap(), None);
        assert!(read(&mut &[99u8, 0, 0, 0, 0][..]).is_err());
    }

    #[test]
    fn commands_come_back_as_they_went() {
        for command in [Command::Interrupt, Command::Sync(7), Command::Language(1)] {
            assert_eq!(Command::from_bytes(command.to_bytes()), Some(command));
        }
        assert_eq!(Command::from_bytes([9, 9]), None);
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic_or_trust_a_length(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            let mut stream = bytes.as_slice();
            while let Ok(Some((_, content))) = read(&mut stream) {
                assert!(content.len() <= bytes.len());
            }
        }

        #[test]
        fn every_cut_is_noticed(text in "\\PC{0,40}", cut in 0usize..60) {
            let mut wire = Vec::new();
            write(&mut wire, Kind::Stdout as u8, text.as_bytes()).unwrap();
            let cut = cut.min(wire.len());
            let found = read(&mut &wire[..cut]).unwrap();
            assert_eq!(found, (cut == wire.len()).then(|| (Kind::Stdout, text.into_bytes())));
        }
    }
}
