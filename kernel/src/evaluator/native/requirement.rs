//! What `:dep` asks for: a line of a `[dependencies]` table.

use super::super::CellError;
use super::directive::error;

/// A line of a `[dependencies]` table.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    /// What stands before the equals sign.
    name: String,
    value: toml::Value,
}

impl Requirement {
    /// Reads what follows `:dep`. A name alone means any version; a path counts from the folder that the kernel runs in.
    ///
    /// # Errors
    /// `Directive`, saying what is not understood.
    pub fn parse(line: &str) -> Result<Requirement, CellError> {
        let line = line.trim();
        if line.is_empty() {
            return Err(error(
                "`:dep` wants a crate: `:dep name = \"version\"`, or `:dep ./folder`".to_owned(),
            ));
        }
        if line.starts_with(['.', '/']) {
            return Requirement::of_folder(line);
        }
        let line = if line.contains('=') { line.to_owned() } else { format!("{line} = \"*\"") };
        let table: toml::Table = toml::from_str(&line).map_err(|problem| {
            error(format!(
                "`:dep {line}` is not a line of a [dependencies] table ({}): write `:dep name = \"version\"` or \
                 `:dep name = {{ version = \"…\", features = [\"…\"] }}`",
                problem.message()
            ))
        })?;
        let mut lines = table.into_iter();
        let (Some((name, mut value)), None) = (lines.next(), lines.next()) else {
            return Err(error(format!("`:dep {line}`: one crate a line")));
        };
        // Notebooks of earlier years spell `default_features`, which the edition of our manifests refuses.
        if let Some(table) = value.as_table_mut() {
            *table = std::mem::take(table)
                .into_iter()
                .map(|(key, value)| (key.replace('_', "-"), value))
                .collect();
        }
        if let Some(path) = value.get_mut("path")
            && let Some(absolute) = path.as_str().and_then(|path| std::path::absolute(path).ok())
        {
            *path = absolute.to_string_lossy().into_owned().into();
        }
        Ok(Requirement { name, value })
    }

    /// The crate in a folder, by the name that its manifest says.
    fn of_folder(folder: &str) -> Result<Requirement, CellError> {
        let path = std::path::absolute(folder).unwrap_or_else(|_| folder.into());
        let manifest = path.join("Cargo.toml");
        let wrong = |problem: String| error(format!("`:dep {folder}`: {}: {problem}", manifest.display()));
        let text = std::fs::read_to_string(&manifest).map_err(|problem| wrong(problem.to_string()))?;
        let table: toml::Table =
            toml::from_str(&text).map_err(|problem| wrong(problem.message().to_owned()))?;
        let name = table.get("package").and_then(|package| package.get("name")?.as_str());
        let name = name.ok_or_else(|| wrong("it names no package".to_owned()))?.to_owned();
        let path = toml::Value::String(path.to_string_lossy().into_owned());
        Ok(Requirement { name, value: toml::Table::from_iter([("path".to_owned(), path)]).into() })
    }

    /// The name that tells it from other requirements.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The line as it stands in a manifest.
    pub fn line(&self) -> String {
        format!("{} = {}", self.name, self.value)
    }

    /// Whether its source can change without the requirement changing.
    pub fn is_local(&self) -> bool {
        self.value.get("path").is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_are_read_as_cargo_reads_them() {
        let read = |line: &str| Requirement::parse(line).unwrap();
        assert_eq!(read("rand-core").line(), "rand-core = \"*\"");
        assert_eq!(read("r = { package = \"rand\", version = \"1\" }").name(), "r");
        assert!(
            read("x = { path = \"y\" }").is_local() && !read("x = { path = \"y\" }").line().contains("\"y\"")
        );
        assert_eq!(
            read("x = { version = \"1\", default_features = false }"),
            read("x = { version = \"1\", default-features = false }")
        );
        for wrong in ["x = ", "x = \"1\"\ny = \"2\"", "= 1", "x = { version = \"1\""] {
            assert!(Requirement::parse(wrong).unwrap_err().evalue.contains(":dep"), "{wrong}");
        }
    }
}
