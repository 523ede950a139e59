//! One call from a Grundy sequence to a table or a plot.

use crate::figure::{Figure, figure};
use crate::language::{Language, current, say};
use plotters::prelude::*;
use polars::prelude::{Column, DataFrame, NamedFrom, Series};

/// A Grundy sequence as a table with the columns `n` and `g(n)`, from `n = 0`.
///
/// # Panics
/// Never: the two columns have the same length by construction.
pub fn grundy_table(values: &[u32]) -> DataFrame {
    let n: Vec<u32> = (0..values.len() as u32).collect();
    DataFrame::new(
        values.len(),
        vec![
            Column::from(Series::new("n".into(), n)),
            Column::from(Series::new("g(n)".into(), values.to_vec())),
        ],
    )
    .expect("both columns have one entry for each n")
}

/// A Grundy sequence as a plot, `n` to the right and `g(n)` upwards.
///
/// # Errors
/// What plotters reports when it cannot draw.
pub fn grundy_plot(title: &str, values: &[u32]) -> Result<Figure, Box<dyn std::error::Error>> {
    let last = values.len().saturating_sub(1) as u32;
    let top = values.iter().copied().max().unwrap_or(0);
    let description = match current() {
        Language::Chinese => format!("{title}：n 从 0 到 {last} 的 Grundy 值 g(n)，最大值 {top}"),
        Language::English => format!("{title}: the Grundy values g(n) for n from 0 to {last}, at most {top}"),
    };
    figure(title, &description, (720, 300), |area| {
        let mut chart = ChartBuilder::on(area)
            .caption(title, ("sans-serif", 18))
            .margin(10)
            .x_label_area_size(36)
            .y_label_area_size(40)
            .build_cartesian_2d(0..last.max(1), 0..top + 1)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_desc(say("n（堆的大小）", "n (heap size)"))
            .y_desc("g(n)")
            .label_style(("sans-serif", 13))
            .draw()?;
        let points = (0..).zip(values.iter().copied());
        if values.len() <= 400 {
            chart.draw_series(
                points.clone().map(|(n, g)| PathElement::new(vec![(n, 0), (n, g)], BLUE.mix(0.25))),
            )?;
        }
        chart.draw_series(points.map(|(n, g)| Circle::new((n, g), 3, BLUE.filled())))?;
        Ok(())
    })
}
