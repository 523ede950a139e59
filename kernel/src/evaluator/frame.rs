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
    /// A run begins: the cell's library is loaded, then its code runs.
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
    /// A question to the reader, as JSON.
    Question = 14,
    /// An output of a thread whose cell has ended: the number of that run (four bytes, little-endian), then the frame's
    /// kind and content.
    Late = 15,
    /// Code for the next cell, as JSON.
    NextInput = 16,
    /// The cell ended before it came to where its new variables are kept, in whichever way.
    Left = 17,
    /// The cell's library has been loaded and its code begins; the content is the number of the run (four bytes,
    /// little-endian).
    Loaded = 18,
}

/// The content of a [`Kind::Late`] frame.
pub fn late(run: u32, kind: u8, content: &[u8]) -> Vec<u8> {
    [&run.to_le_bytes()[..], &[kind], content].concat()
}

/// The run, the kind and the content of a [`Kind::Late`] frame.
pub fn read_late(content: &[u8]) -> Option<(u32, Kind, &[u8])> {
    let (run, rest) = content.split_first_chunk()?;
    let (kind, content) = rest.split_first()?;
    Some((u32::from_le_bytes(*run), Kind::from_byte(*kind)?, content))
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
            Question,
            Late,
            NextInput,
            Left,
            Loaded,
        ]
        .into_iter()
        .find(|kind| *kind as u8 == byte)
    }
}

/// From the kernel to the host: one byte of command and one of argument, and behind an answer its number and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Ask the running cell to stop.
    Interrupt,
    /// Send what is left of the output, then answer with this number.
    Sync(u8),
    /// The reader's language for what the prelude says: 0 Chinese, 1 English.
    Language(u8),
    /// The reader's answer to a question, or why there is none.
    Answer {
        /// The number of the question.
        number: u32,
        /// What was typed.
        line: Result<String, String>,
    },
}

impl Command {
    /// The command as it travels.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Command::Interrupt => vec![1, 0],
            Command::Sync(number) => vec![2, *number],
            Command::Language(language) => vec![3, *language],
            Command::Answer { number, line } => {
                let text = line.as_ref().unwrap_or_else(|why| why);
                // zmq lets no message through that is as large as this.
                let length = u32::try_from(text.len()).unwrap_or(0);
                let head =
                    [&[4, u8::from(line.is_ok())], &number.to_le_bytes()[..], &length.to_le_bytes()[..]];
                [&head.concat()[..], text.as_bytes()].concat()
            }
        }
    }

    /// Reads one command; `None` at the end of the stream, and where no command stands.
    pub fn read(stream: &mut impl Read) -> Option<Command> {
        let mut bytes = [0u8; 2];
        stream.read_exact(&mut bytes).ok()?;
        match bytes {
            [1, 0] => Some(Command::Interrupt),
            [2, number] => Some(Command::Sync(number)),
            [3, language] => Some(Command::Language(language)),
            [4, given] => {
                let mut numbers = [0u8; 8];
                stream.read_exact(&mut numbers).ok()?;
                let (number, length) = numbers.split_first_chunk()?;
                let length = u32::from_le_bytes(length.try_into().ok()?);
                let mut text = Vec::new();
                stream.take(length.into()).read_to_end(&mut text).ok()?;
                let text = String::from_utf8(text).ok()?;
                let line = if given == 1 { Ok(text) } else { Err(text) };
                Some(Command::Answer { number: u32::from_le_bytes(*number), line })
            }
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
        let answers = [Ok("三堆\u{1F3B2}".to_owned()), Ok(String::new()), Err("nobody".to_owned())];
        let answers = answers.map(|line| Command::Answer { number: 1 << 20, line });
        for command in [Command::Interrupt, Command::Sync(7), Command::Language(1)].into_iter().chain(answers)
        {
            assert_eq!(Command::read(&mut command.to_bytes().as_slice()), Some(command));
        }
        assert_eq!(Command::read(&mut &[9u8, 9][..]), None);
        assert_eq!(Command::read(&mut &[4u8, 1, 0][..]), None);
    }

    #[test]
    fn late_frames_carry_another_frame() {
        let content = late(70_000, Kind::Stderr as u8, b"x");
        assert_eq!(read_late(&content), Some((70_000, Kind::Stderr, &b"x"[..])));
        assert_eq!(read_late(&content[..4]), None);
        assert_eq!(read_late(&[0, 0, 0, 0, 99]), None);
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
