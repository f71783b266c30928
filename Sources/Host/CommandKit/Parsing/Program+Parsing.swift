extension Program {
  /// The request that a command line expresses.
  package enum Request: Sendable {
    case run(Action, Invocation)
    /// Help for a command or a group, or for the program if the path is empty.
    case help([String])
    case version
    /// Completions to print for the shell.
    case completion(Completion)
    /// The text of the manual page.
    case manual(String)
  }

  /// Parses a command line; `arguments` excludes the program name.
  ///
  /// - Throws: ``UsageError`` for the first mistake. `--help` takes precedence over missing arguments and
  ///   invalid values.
  package func parse(_ arguments: [String]) throws(UsageError) -> Request {
    if arguments.first == completionWord {
      return .completion(completion(for: Array(arguments.dropFirst())))
    }
    if arguments.count == 2, arguments[0] == manualWord {
      return .manual(manual(date: arguments[1]))
    }
    var scanner = ArgumentScanner(self)
    for argument in arguments { try scanner.consume(argument) }
    try scanner.end()

    let flags = scanner.options.map { $0.info.name }
    if scanner.isHelpWanted || flags.contains(StandardOptions.help.info.name)
      || arguments.isEmpty && startCommand == nil
    {
      return .help(Array(scanner.path.dropFirst()))
    }
    if flags.contains(StandardOptions.version.info.name) { return .version }
    return try request(from: scanner)
  }

  /// The hidden command that completion scripts call.
  var completionWord: String { "__complete" }

  private func request(from scanner: ArgumentScanner<Action>) throws(UsageError) -> Request {
    var (path, command) = (scanner.path, scanner.command)
    if command == nil, let startCommand {
      command = commands.first { $0.name == startCommand }
      path.append(startCommand)
    }
    if case .group(let commands, let defaultCommand?) = command?.content {
      command = commands.first { $0.name == defaultCommand }
      path.append(defaultCommand)
    }
    guard let command, case .action(let action, let arguments, let options) = command.content else {
      throw UsageError(.missingCommand(choices: scanner.choices.map(\.name)), at: path)
    }
    let invocation = Invocation(
      path: path,
      optionValues: try values(of: scanner.options, among: options() + sharedOptions, at: path),
      argumentWords: try words(
        scanner.arguments,
        for: arguments,
        at: path,
        taken: scanner.options.last { $0.isNextWord }
      ),
      ineffectiveOptions: ineffective(scanner.options, own: options(), at: path),
      fields: fields(path.dropFirst().joined(separator: " "))
    )
    return .run(action, invocation)
  }

  /// The shared options that belong to no group which matters to the command; `own` are those of the command itself.
  private func ineffective(
    _ given: [ArgumentScanner<Action>.ParsedOption],
    own: [OptionInfo],
    at path: [String]
  ) -> [String] {
    guard let groups = optionGroups(for: Array(path.dropFirst())) else { return [] }
    let effective =
      optionGroups.filter { group in
        groups.contains(group.title) || group.title == OptionGroup.lastTitle
      }.flatMap(\.options) + own
    return given.filter { option in !effective.contains { $0.name == option.info.name } }
      .map(\.spelling)
  }

  private func values(
    of given: [ArgumentScanner<Action>.ParsedOption],
    among options: [OptionInfo],
    at path: [String]
  ) throws(UsageError) -> [String: [String]] {
    var values: [String: [String]] = [:]
    for option in given {
      let spelling = option.spelling
      // An option before the command may have been parsed as that of another one.
      guard let info = options.first(where: { $0.name == option.info.name }) else {
        let nearest = nearestName(to: option.info.spelling, among: options.map(\.spelling))
        throw UsageError(.unsupportedOption(spelling, nearest: nearest), at: path)
      }
      if let syntax = info.value, let value = option.value {
        guard info.repeats || values[info.name] == nil else {
          throw UsageError(.repeatedOption(spelling), at: path)
        }
        try syntax.check(value, subject: spelling, at: path)
      }
      values[info.name, default: []].append(option.value ?? "")
    }
    return values
  }

  private func words(
    _ given: [String],
    for arguments: [ArgumentInfo],
    at path: [String],
    taken: ArgumentScanner<Action>.ParsedOption?
  ) throws(UsageError) -> [String: [String]] {
    var rest = given[...]
    var words: [String: [String]] = [:]
    for argument in arguments {
      if rest.isEmpty, argument.count.isRequired {
        let note = taken.map {
          " \"\($0.value ?? "")\" is the value of \($0.spelling); to pass it as text, put -- before it."
        }
        let help = argument.help + (note ?? "")
        throw UsageError(.missingArgument(name: argument.name, help: help), at: path)
      }
      let own = argument.count.takesAll ? rest : rest.prefix(1)
      for word in own { try argument.value.check(word, subject: argument.name, at: path) }
      words[argument.name] = Array(own)
      rest = rest.dropFirst(own.count)
    }
    if let extra = rest.first {
      throw UsageError(.extraArgument(extra, takes: arguments.map(\.name)), at: path)
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
    throw UsageError(error(for: value, subject: subject), at: path)
  }
}
