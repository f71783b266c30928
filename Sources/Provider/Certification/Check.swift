/// A requirement on providers, and the code that checks it.
package struct Check: Sendable {
  /// `suite.name`; the specification cites it as `certify:suite.name`.
  package let id: String
  package let level: Level
  /// The ids of the requirements, the main one first: `MB-181`.
  package let requirements: [String]
  /// The behaviour of a correct provider; completes "The provider …".
  package let summary: String
  /// The advice for a provider that fails.
  package let fix: String
  /// Checks that must pass first; if one fails, this one is skipped.
  package let dependencies: [String]
  let execution: Execution

  /// The level of providers to which a check applies.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case core, full
  }

  enum Execution: Sendable {
    /// Runs in a session that it shares with other checks.
    case shared(@Sendable (CheckWorker) throws -> Void)
    /// Starts separate processes, concurrently with other checks.
    case isolated(@Sendable (CheckWorker) throws -> Void)
    /// Runs alone after all others, because it measures.
    case exclusive(@Sendable (CheckWorker) throws -> Void)
    /// Evaluates the messages of all other checks.
    case observed
  }

  init(
    _ id: String,
    _ level: Level = .core,
    _ requirements: String...,
    summary: String,
    fix: String,
    after dependencies: [String] = [],
    _ execution: Execution
  ) {
    self.init(
      id,
      level,
      requirements,
      summary: summary,
      fix: fix,
      after: dependencies,
      execution
    )
  }

  init(
    _ id: String,
    _ level: Level,
    _ requirements: [String],
    summary: String,
    fix: String,
    after dependencies: [String] = [],
    _ execution: Execution
  ) {
    self.id = id
    self.level = level
    self.requirements = requirements
    self.summary = summary
    self.fix = fix
    self.dependencies = dependencies
    self.execution = execution
  }

  /// The first part of the id: `lifecycle` for `lifecycle.hello`.
  package var suite: String { String(id.prefix { $0 != "." }) }
}
