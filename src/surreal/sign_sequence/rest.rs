//! What is left of sign sequences whose beginnings have been taken off.

use super::{Block, Irrational, Run, SignSequence};
use crate::surreal::{Ordinal, Sign};
use std::collections::VecDeque;

/// Two sequences without their longest common initial segment.
pub(in crate::surreal) struct Split {
    pub(in crate::surreal) common: SignSequence,
    pub(in crate::surreal) left: Rest,
    pub(in crate::surreal) right: Rest,
}

/// The end of a sequence, not in normal form: taken apart from its beginning.
#[derive(Clone, Default)]
pub(in crate::surreal) struct Rest(pub(super) VecDeque<Block>);

impl From<VecDeque<Block>> for Rest {
    fn from(blocks: VecDeque<Block>) -> Rest {
        Rest(blocks)
    }
}

impl From<&SignSequence> for Rest {
    fn from(sequence: &SignSequence) -> Rest {
        Rest(sequence.blocks.clone().into())
    }
}

impl Rest {
    pub(in crate::surreal) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(in crate::surreal) fn first(&self) -> Option<Sign> {
        self.0.front().map(Block::first)
    }

    /// Takes the first run off.
    pub(in crate::surreal) fn take_run(&mut self) -> Option<Run> {
        take_run(&mut self.0)
    }

    pub(in crate::surreal) fn put_back(&mut self, (sign, length): Run) {
        if !length.is_zero() {
            self.0.push_front(Block::Run((sign, length)));
        }
    }

    /// Takes the signs of an irrational number off that begin here, if each stands there ω^degree times.
    pub(super) fn take_irrational(&mut self, degree: &Ordinal) -> Option<Irrational> {
        match self.0.front() {
            Some(Block::Irrational(signs)) if signs.degree == *degree => {
                let signs = signs.clone();
                self.0.pop_front();
                Some(signs)
            }
            _ => None,
        }
    }

    /// Takes a repeated word off that begins here.
    pub(super) fn take_repeated(&mut self) -> Option<Vec<Run>> {
        match self.0.front() {
            Some(Block::Repeated(word)) => {
                let word = word.clone();
                self.0.pop_front();
                Some(word)
            }
            _ => None,
        }
    }

    /// Takes one sign off.
    pub(in crate::surreal) fn take_sign(&mut self) -> Option<Sign> {
        let (sign, length) = self.take_run()?;
        self.put_back((sign, Ordinal::one().left_difference(&length)?));
        Some(sign)
    }

    pub(in crate::surreal) fn append_to(self, sequence: &mut SignSequence) {
        for block in self.0 {
            sequence.push_block(block);
        }
    }
}

/// The first run; a repeated word is unrolled once.
pub(super) fn take_run(blocks: &mut VecDeque<Block>) -> Option<Run> {
    if let Some(Block::Irrational(signs)) = blocks.front() {
        let (run, rest) = signs.take_run();
        blocks[0] = Block::Irrational(rest);
        return Some(run);
    }
    if let Some(Block::Repeated(word)) = blocks.front() {
        let word = word.clone();
        for run in word.into_iter().rev() {
            blocks.push_front(Block::Run(run));
        }
    }
    match blocks.pop_front()? {
        Block::Run(run) => Some(run),
        Block::Repeated(_) | Block::Irrational(_) => None,
    }
}
