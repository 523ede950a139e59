//! The history, alone and beside others.

use super::*;
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;

const CELLS: [(&str, Option<&str>); 4] =
    [("1 + 1", Some("2")), ("nim()", None), ("∗3", Some("∗3")), ("1 + 1", Some("2"))];

fn run(archive: &Archive) -> History {
    let mut history = archive.begin();
    for (input, output) in CELLS {
        let number = history.begin(input);
        history.end(number, output.map(str::to_owned));
    }
    history
}

fn lines(history: &History, request: Value) -> Value {
    let request = serde_json::from_value(request).unwrap();
    serde_json::to_value(history.select(&request).history).unwrap()
}

fn numbers(history: &History, request: Value) -> Vec<(i64, u32)> {
    let request = serde_json::from_value(request).unwrap();
    history.select(&request).history.iter().map(|(session, number, _)| (*session, *number)).collect()
}

#[test]
fn each_way_of_asking() {
    let archive = Archive::open(Place::Memory).unwrap();
    let history = run(&archive);
    let table: [(Value, &[u32]); 13] = [
        (json!({"hist_access_type": "tail", "n": 3}), &[2, 3, 4]),
        (json!({"hist_access_type": "tail", "n": 9}), &[1, 2, 3, 4]),
        (json!({"hist_access_type": "range", "session": 0, "start": 2, "stop": 4}), &[2, 3]),
        (json!({"hist_access_type": "range", "session": 1, "start": 3, "stop": null}), &[3, 4]),
        (json!({"hist_access_type": "range", "start": -2}), &[3, 4]),
        (json!({"hist_access_type": "range", "session": -1, "start": 0}), &[]),
        (json!({"hist_access_type": "search", "pattern": "1*"}), &[1, 4]),
        (json!({"hist_access_type": "search", "pattern": "1*", "unique": true}), &[4]),
        (json!({"hist_access_type": "search", "pattern": "1*", "n": 1}), &[4]),
        (json!({"hist_access_type": "search", "pattern": "?3"}), &[3]),
        (json!({"hist_access_type": "search", "pattern": "*i*(*)"}), &[2]),
        (json!({"hist_access_type": "search", "pattern": "im"}), &[]),
        (json!({"hist_access_type": "search", "pattern": "*", "unique": true, "n": 2}), &[3, 4]),
    ];
    for (request, expected) in table {
        let found: Vec<u32> =
            numbers(&history, request.clone()).into_iter().map(|(_, number)| number).collect();
        assert_eq!(found, expected, "{request}");
    }
    archive.close();
}

#[test]
fn outputs_come_as_pairs_and_brackets_are_brackets() {
    let archive = Archive::open(Place::Memory).unwrap();
    let mut history = run(&archive);
    assert_eq!(
        lines(&history, json!({"hist_access_type": "tail", "n": 3, "output": true, "raw": true})),
        json!([[1, 2, ["nim()", null]], [1, 3, ["∗3", "∗3"]], [1, 4, ["1 + 1", "2"]]])
    );
    history.begin("[3, 4, 5]");
    assert_eq!(
        lines(&history, json!({"hist_access_type": "search", "pattern": "[[3]*"})),
        json!([]),
        "no set of characters"
    );
    assert_eq!(
        lines(&history, json!({"hist_access_type": "search", "pattern": "[3,*]"})),
        json!([[1, 5, "[3, 4, 5]"]])
    );
    archive.close();
}

#[test]
fn earlier_sessions_are_remembered_and_only_their_owner_may_read_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("agon/history.sqlite");
    for session in 1..=2 {
        let archive = Archive::open(Place::File(path.clone())).unwrap();
        let history = run(&archive);
        assert_eq!(numbers(&history, json!({"hist_access_type": "tail", "n": 1})), [(session, 4)]);
        archive.close();
    }
    let archive = Archive::open(Place::File(path.clone())).unwrap();
    let history = archive.begin();
    assert_eq!(
        numbers(&history, json!({"hist_access_type": "tail", "n": 5})),
        [(1, 4), (2, 1), (2, 2), (2, 3), (2, 4)]
    );
    let previous = json!({"hist_access_type": "range", "session": -1, "start": 1, "stop": 2});
    assert_eq!(numbers(&history, previous), [(2, 1)]);
    let unique = json!({"hist_access_type": "search", "pattern": "1*", "unique": true});
    assert_eq!(numbers(&history, unique), [(2, 4)]);
    archive.close();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
}

#[test]
fn two_kernels_at_once_have_two_sessions() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::File(folder.path().join("history.sqlite"));
    let archives = [(); 2].map(|()| Archive::open(place.clone()).unwrap());
    let mut histories = archives.each_ref().map(Archive::begin);
    for _ in 0..50 {
        histories.iter_mut().for_each(|history| _ = history.begin("1"));
    }
    let all = json!({"hist_access_type": "search"});
    let last = histories.each_ref().map(|history| numbers(history, json!({"hist_access_type": "range"})));
    assert_eq!(last.each_ref().map(Vec::len), [50, 50]);
    assert_ne!(last[0][0].0, last[1][0].0);
    assert_eq!(numbers(&histories[0], all).len(), 100);
    archives.iter().for_each(Archive::close);
}

#[test]
fn a_damaged_file_is_put_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite");
    std::fs::write(&path, "not a database, but long enough to be taken for one. ".repeat(40)).unwrap();
    let archive = Archive::open(Place::File(path.clone())).unwrap();
    assert_eq!(numbers(&run(&archive), json!({"hist_access_type": "tail", "n": 1})), [(1, 4)]);
    archive.close();
    assert!(path.with_extension("damaged").exists());
}

#[test]
fn a_locked_file_and_an_impossible_one_cost_only_the_past() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("history.sqlite");
    let archive = Archive::open(Place::File(path.clone())).unwrap();
    let mut history = run(&archive);
    assert_eq!(numbers(&history, json!({"hist_access_type": "tail", "n": 9})).len(), 4);
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    history.begin("while it is locked");
    assert_eq!(numbers(&history, json!({"hist_access_type": "tail", "n": 9})).len(), 5);
    let second = Archive::open(Place::File(path.clone())).unwrap();
    assert_eq!(numbers(&run(&second), json!({"hist_access_type": "tail", "n": 9})).len(), 4);
    second.close();
    other.execute_batch("COMMIT").unwrap();
    archive.close();
    let archive = Archive::open(Place::File(path)).unwrap();
    let search = json!({"hist_access_type": "search", "pattern": "while*"});
    assert_eq!(numbers(&archive.begin(), search), [(1, 5)], "written as soon as it could be");
    archive.close();

    let archive = Archive::open(Place::File(PathBuf::from("/dev/null/history.sqlite"))).unwrap();
    assert_eq!(numbers(&run(&archive), json!({"hist_access_type": "tail", "n": 9})).len(), 4);
    archive.close();
}

#[test]
fn the_history_can_be_switched_off() {
    assert_eq!(Place::find(Some(Path::new("off"))), Place::Memory);
    assert_eq!(Place::find(Some(Path::new("h.sqlite"))), Place::File(PathBuf::from("h.sqlite")));
}
