//! Data frames as tables: HTML for people, polars' own text for terminals.

use crate::language::{Language, current};
use crate::show::{MimeBundle, Show, escape, rich};
use polars::prelude::{AnyValue, DataFrame};

/// Rows shown of a long table: this many from the top and, after a row of dots, this many from the bottom.
const HEAD_AND_TAIL: usize = 40;

impl Show for DataFrame {
    fn bundle(&self) -> MimeBundle {
        rich(self, "text/html", html(self))
    }
}

/// The data frame as an HTML table with a caption that states its size.
fn html(frame: &DataFrame) -> String {
    let (height, width) = frame.shape();
    let mut html = String::from("<table class=\"dataframe\">");
    html += &match current() {
        Language::Chinese => format!("<caption>{height} 行 × {width} 列</caption>"),
        Language::English => format!("<caption>{height} rows × {width} columns</caption>"),
    };
    html += "<thead><tr>";
    for name in frame.get_column_names() {
        html += &format!("<th scope=\"col\">{}</th>", escape(name));
    }
    html += "</tr></thead><tbody>";
    let long = height > 2 * HEAD_AND_TAIL;
    let mut row = 0;
    while row < height {
        if long && row == HEAD_AND_TAIL {
            html += &format!("<tr>{}</tr>", "<td>…</td>".repeat(width));
            row = height - HEAD_AND_TAIL;
        }
        html += "<tr>";
        for column in frame.columns() {
            html += &format!("<td>{}</td>", escape(&cell(column.get(row))));
        }
        html += "</tr>";
        row += 1;
    }
    html + "</tbody></table>"
}

fn cell(value: polars::prelude::PolarsResult<AnyValue<'_>>) -> String {
    match value {
        Ok(AnyValue::String(text)) => text.to_owned(),
        Ok(AnyValue::StringOwned(text)) => text.to_string(),
        Ok(AnyValue::Null) | Err(_) => String::new(),
        Ok(value) => value.to_string(),
    }
}
