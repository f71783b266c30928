extension Program {
  /// What a command line leaves to do.
  package enum Start: Sendable {
    case run(Action, Invocation)
    /// Everything has been printed.
    case exit(ExitStatus)
  }

  /// Parses a command line, and prints what needs no action: help, version, or a mistake.
  ///
  /// `arguments` excludes the program name; `output` and `errors` print a line.
  package func start(
    _ arguments: some Sequence<String>,
    output: (String) -> Void,
    errors: (String) -> Void
  ) -> Start {
    do throws(UsageError) {
      return try start(arguments, output: output)
    } catch {
      errors(description(of: error))
      return .exit(.usageError)
    }
  }

  /// The same for a program that reports mistakes in its own way.
  package func start(
    _ arguments: some Sequence<String>,
    output: (String) -> Void
  ) throws(UsageError) -> Start {
    switch try parse(Array(arguments)) {
    case .run(let action, let invocation): return .run(action, invocation)
    case .help(let path): for line in help(for: path) { output(line.text) }
    case .version: output(versionLine)
    case .completion(let completion): completion.lines.forEach(output)
    case .manual(let text): output(text)
    }
    return .exit(.ok)
  }

  /// A line about a mistake, with the name of the program.
  package func description(of error: UsageError) -> String {
    "\(name): \(error.message) \(error.hint)"
  }
}
