/// The output of a provider, observed during the other checks.
enum NoiseChecks {
  static let all = [
    Check(
      "noise.stdout",
      .core,
      "MB-184",
      summary: "writes moderate amounts of text to standard output and error",
      fix: "Write short lines of text for the readers of the hub's log.",
      .observed
    ),
    Check(
      "noise.secrets",
      .core,
      "MB-235",
      summary: "does not write its token to the log",
      fix: "Do not log the start line.",
      .observed
    ),
  ]
}
