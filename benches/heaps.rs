fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn main() {
    for (c, n) in [("0.77", 40000), ("0.77", 1000000), ("0.6", 40000), ("0.007", 40000), ("0.07", 40000)] {
        let t = cpu();
        let g: agon::OctalGame = c.parse().unwrap();
        let v = g.grundy_sequence(n);
        let h = v.iter().fold(0u64, |h, &x| h.wrapping_mul(1000003).wrapping_add(x as u64));
        println!("{c} {n} {:.4} {h:x}", cpu() - t);
    }
}
