//! Games that are deeper than any stack.

use super::game;
use agon::{Game, OutcomeClass};

/// On a thread with little stack.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(1 << 20).spawn(work).unwrap().join().unwrap();
}

const DEPTH: usize = 3_000;

/// `{0|{0|…{0|−x}}}` and the like: no option is dominated or reversible.
fn nested(opening: &str, inside: &str, closing: &str) -> String {
    [&opening.repeat(DEPTH), inside, &closing.repeat(DEPTH)].concat()
}

#[test]
fn deep_games_are_read_compared_added_and_printed() {
    on_a_small_stack(|| {
        for text in [
            nested("{1|", "{5|-5}", "}"),
            nested("{0,", "{*2|0}", "|*}"),
            nested("{{", "{1|0}", "|-1}|*}"),
            nested("{|", "0", "}"),
            nested("{", "{0|{0|-1}}", "|}"),
        ] {
            let g = game(&text);
            let canonical = g.canonical_form();
            assert_eq!(game(&canonical.to_string()), g);
            assert_eq!(game(&g.literal()), g);
            assert!(game(&g.literal()).identical(&g));
            assert_eq!(-(-&g), g);
            assert!((-(-&g)).identical(&g));
            assert_eq!(g.partial_cmp(&Game::zero()), (-&g).partial_cmp(&Game::zero()).map(|o| o.reverse()));
            assert!(g.thermograph().mast() == &-(-&g).mean());
        }
    });
}

#[test]
fn braces_nest_without_bound() {
    on_a_small_stack(|| {
        for (opening, inside, closing) in [("{", "*", "|}"), ("{|", "0", "}"), ("{{", "0", "|}|}")] {
            let text = [&opening.repeat(20_000), inside, &closing.repeat(20_000)].concat();
            let g = game(&text);
            assert!(game(&g.literal()).identical(&g));
            assert_eq!(-(-&g), g);
        }
        let error = "{".repeat(20_000).parse::<Game>().unwrap_err();
        assert_eq!(error.column(), 20_001);
    });
}

#[test]
fn deep_canonical_forms_work() {
    on_a_small_stack(|| {
        // Each of these is hot, and whoever moves to the next one makes a threat.
        let mut g = game("{3|-3}");
        for i in 0..404 {
            g = if i % 2 == 0 {
                Game::new([Game::integer(10 + i as i64)], [g])
            } else {
                Game::new([g], [Game::integer(-10 - i as i64)])
            };
        }
        assert!(g.is_canonical());
        assert_eq!(game(&g.to_string()), g);
        assert_eq!(g.outcome(), OutcomeClass::Next);
        assert_eq!((&g + Game::star()) + Game::star(), g);
        assert!(g.is_hot() && g.left_stop() > g.right_stop());
        assert_eq!(g.reduced_canonical_form(), g);
        assert!(g.cooled(&1.into()).unwrap().is_hot());
    });
}
