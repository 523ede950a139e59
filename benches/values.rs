use std::time::Instant;
fn main() {
    let t = Instant::now();
    let g = agon::partizan::days::games_by_day(3).unwrap();
    println!("day 3 cold {} {:?}", g.len(), t.elapsed());
    println!("{}", std::fs::read_to_string("/proc/self/status").unwrap().lines().find(|l| l.starts_with("VmHWM")).unwrap());
    let t = Instant::now();
    let g = agon::partizan::days::games_by_day(3).unwrap();
    println!("day 3 warm {} {:?}", g.len(), t.elapsed());
    for d in 0..4 { println!("{}", agon::partizan::days::all_small_by_day(d).unwrap().len()); }
    let t = Instant::now();
    println!("{} {:?}", agon::partizan::days::count_all_small(4).unwrap(), t.elapsed());
    for d in 0..4 {
    let t = Instant::now();
    let o = agon::partizan::days::day_order(d).unwrap();
    println!("order {:?}", t.elapsed());
    println!("{} chain {} irr {} {:?}", o.covers().len(), o.longest_chain(), o.join_irreducibles().len(), t.elapsed());
    println!("{} {:?}", o.distributive_lattice().unwrap(), t.elapsed());
    let o = agon::partizan::days::all_small_order(d).unwrap();
    println!("{:?}", o.distributive_lattice().map(|_| ()));
    println!("{} chain {} irr {} {:?}", o.covers().len(), o.longest_chain(), o.join_irreducibles().len(), t.elapsed());
    }
}
