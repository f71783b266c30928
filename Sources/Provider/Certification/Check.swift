/// One thing that a provider must do, and how it is found out.
package struct Check: Sendable {
  /// `suite.name`, as the specification calls it behind `certify:`.
  package let id: String
  package let level: Level
  /// The requirements that it checks, the main one first: `MB-181`.
  package let requirements: [String]
  /// What a provider that passes does; completes "The provider …".
  package let what: String
  /// What the author of one that fails should do.
  package let advice: String
  /// Checks that it builds on: where one of them fails, it is not done, for one fault is told once.
  package let after: [String]
  let course: Course

  /// Of which providers it is asked.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case core, full
  }

  /// How it is found out.
  enum Course: Sendable {
    /// In a session that other checks use as well; one that breaks it makes the next start anew.
    case shared(@Sendable (CheckWorker) throws -> Void)
    /// With processes of its own, beside other checks.
    case apart(@Sendable (CheckWorker) throws -> Void)
    /// After the others, when nothing else runs: it measures.
    case last(@Sendable (CheckWorker) throws -> Void)
    /// From all that was seen while the other checks ran.
    case watched
  }

  init(
    _ id: String,
    _ level: Level = .core,
    _ requirements: String...,
    what: String,
    advice: String,
    after: [String] = [],
    _ course: Course
  ) {
    self.init(id, level, requirements, what: what, advice: advice, after: after, course)
  }

  init(
    _ id: String,
    _ level: Level,
    _ requirements: [String],
    what: String,
    advice: String,
    after: [String] = [],
    _ course: Course
  ) {
    self.id = id
    self.level = level
    self.requirements = requirements
    self.what = what
    self.advice = advice
    self.after = after
    self.course = course
  }

  /// `lifecycle` of `lifecycle.hello`.
  package var suite: String { String(id.prefix { $0 != "." }) }
}

/// Ends a check early.
enum CheckInterruption: Error, Hashable {
  case failed(String)
  case skipped(String)
}
