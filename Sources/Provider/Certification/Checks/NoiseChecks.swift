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
      summary: "writes neither its token nor a secret of its configuration to a log or a message",
      fix: "Do not log the start line, nor URLs and headers with a key; name the setting instead.",
      .observed
    ),
  ]
}
