extension Program {
  /// What the command line asks for.
  package enum Request: Sendable {
    case run(Action, Invocation)
    /// The help of a command, a group, or with no words the program.
    case help([String])
    case version
    /// The answer to a shell that completes what is typed: print it.
    case completion(Completion)
  }

  /// Reads a command line; `arguments` are without the program's own name.
  ///
  /// - Throws: ``UsageError`` for the first thing that is wrong. `--help` wins over operands that
  ///   are missing and values that cannot be read.
  package func parse(_ arguments: [String]) throws(UsageError) -> Request {
    if arguments.first == completionWord {
      return .completion(completion(for: Array(arguments.dropFirst())))
    }
    var walk = ArgumentWalk(self)
    for argument in arguments { try walk.take(argument) }
    try walk.end()

    let flags = walk.options.map { $0.form.name }
    if walk.isHelpWanted || flags.contains(StandardOptions.help.form.name) || arguments.isEmpty {
      return .help(Array(walk.path.dropFirst()))
    }
    if flags.contains(StandardOptions.version.form.name) { return .version }
    return try request(from: walk)
  }

  /// The word before which shells put what is typed so far.
  var completionWord: String { "__complete" }

  private func request(from walk: ArgumentWalk<Action>) throws(UsageError) -> Request {
    var (path, command) = (walk.path, walk.command)
    if case .group(let commands, let preset?) = command?.content {
      command = commands.first { $0.name == preset }
      path.append(preset)
    }
    guard let command, case .action(let action, let operands, let options) = command.content else {
      throw UsageError(.missingCommand(choices: walk.choices.map(\.name)), at: path)
    }
    let invocation = Invocation(
      path: path,
      optionValues: try values(of: walk.options, among: options() + sharedOptions, at: path),
      operandWords: try words(walk.operands, for: operands, at: path)
    )
    return .run(action, invocation)
  }

  private func values(
    of given: [ArgumentWalk<Action>.GivenOption],
    among options: [OptionInfo],
    at path: [String]
  ) throws(UsageError) -> [String: [String]] {
    var values: [String: [String]] = [:]
    for option in given {
      let spelling = option.spelling
      // An option that stood before the command may have been taken for that of another one.
      guard let form = options.first(where: { $0.name == option.form.name }) else {
        let nearest = nearestName(to: option.form.spelling, among: options.map(\.spelling))
        throw UsageError(.foreignOption(spelling, nearest: nearest), at: path)
      }
      if let syntax = form.value, let value = option.value {
        guard form.repeats || values[form.name] == nil else {
          throw UsageError(.repeatedOption(spelling), at: path)
        }
        try syntax.check(value, subject: spelling, at: path)
      }
      values[form.name, default: []].append(option.value ?? "")
    }
    return values
  }

  private func words(
    _ given: [String],
    for operands: [ArgumentInfo],
    at path: [String]
  ) throws(UsageError) -> [String: [String]] {
    var rest = given[...]
    var words: [String: [String]] = [:]
    for operand in operands {
      if rest.isEmpty, operand.count != .optional {
        let missing = UsageError.Problem.missingOperand(name: operand.name, help: operand.help)
        throw UsageError(missing, at: path)
      }
      let taken = operand.count == .many ? rest : rest.prefix(1)
      for word in taken { try operand.value.check(word, subject: operand.name, at: path) }
      words[operand.name] = Array(taken)
      rest = rest.dropFirst(taken.count)
    }
    if let extra = rest.first {
      throw UsageError(.extraOperand(extra, takes: operands.map(\.name)), at: path)
    }
    return words
  }
}

extension ValueInfo {
  fileprivate func check(
    _ value: String,
    subject: String,
    at path: [String]
  ) throws(UsageError) {
    guard !accepts(value) else { return }
    let nearest = nearestName(to: value, among: words)
    throw UsageError(
      .invalidValue(subject: subject, expectation: expectation, value: value, nearest: nearest),
      at: path
    )
  }
}
