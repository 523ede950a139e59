//! Hash tables with a fast hash: positions and values are short keys, and there are millions of them.

use foldhash::fast::RandomState;

pub(crate) type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;
pub(crate) type HashSet<K> = std::collections::HashSet<K, RandomState>;
