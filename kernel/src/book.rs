//! What makes notebooks a book: which lab has found out what about which claim.
//!
//! A verdict comes from a run, so it is read from the outputs that `agon run` (or Jupyter) has put into a notebook
//! ([`lab`]) and set beside the ledger of claims ([`audit`]). The index page ([`crate::handout::index`]) is made from the
//! same.

pub mod audit;
pub mod lab;
