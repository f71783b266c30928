/// What a provider writes to its standard output and error; seen while the other checks run.
enum NoiseChecks {
  static let all = [
    Check(
      "noise.stdout",
      .core,
      "MB-184",
      what: "writes lines of a log to its standard output and error, and not too many",
      advice: "Write short lines of text there, for a person who looks into the hub's log.",
      .watched
    ),
    Check(
      "noise.secrets",
      .core,
      "MB-235",
      what: "writes no token to a log",
      advice: "Do not log the start line.",
      .watched
    ),
  ]
}
