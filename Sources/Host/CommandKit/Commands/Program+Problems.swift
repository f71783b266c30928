extension Program {
  /// Errors in the command table, one sentence each. A test requires an empty list.
  package var problems: [String] {
    var inspection = TableValidator(sharedOptions: sharedOptions)
    inspection.inspect(commands, at: name)
    let titles = Set(optionGroups.map(\.title))
    let used = sections.flatMap { ($0.optionGroups ?? []) + $0.commands.flatMap { $0.usedGroups } }
    for title in Set(used).subtracting(titles).sorted() {
      inspection.problems.append("\(name): the option group \(title) does not exist.")
    }
    for word in [startCommand, textCommand].compactMap(\.self)
    where !commands.contains(where: { $0.name == word }) {
      inspection.problems.append("\(name): the command \(word) does not exist.")
    }
    for (word, target) in otherNames.sorted(by: { $0.key < $1.key }) where !contains(target) {
      inspection.problems.append("\(name): the command \(target) for \(word) does not exist.")
    }
    return inspection.problems
  }

  /// Whether the words name a command or subcommand.
  private func contains(_ words: String) -> Bool {
    var choices = commands
    for word in words.split(separator: " ") {
      guard let next = choices.first(where: { $0.name == word }) else { return false }
      choices = next.subcommands
    }
    return true
  }
}

/// Checks the properties of the command table that the parser relies on.
private struct TableValidator {
  let sharedOptions: [OptionInfo]
  var problems: [String] = []
  private var knownForms: [String: OptionInfo] = [:]

  init(sharedOptions: [OptionInfo]) { self.sharedOptions = sharedOptions }

  mutating func inspect<Action>(_ commands: [Command<Action>], at path: String) {
    if commands.isEmpty { problems.append("\(path): has no commands.") }
    checkForDuplicates(in: commands.flatMap { [$0.name] + $0.aliases }, at: path)
    for command in commands {
      let path = "\(path) \(command.name)"
      checkFullStop(of: command.abstract, in: "the abstract", at: path)
      switch command.content {
      case .group(let commands, let defaultCommand):
        inspect(commands, at: path)
        if let defaultCommand, !commands.contains(where: { $0.name == defaultCommand }) {
          problems.append("\(path): the default command \(defaultCommand) does not exist.")
        }
      case .action(_, let arguments, let options):
        inspect(arguments, at: path)
        inspect(options() + sharedOptions, at: path)
      }
    }
  }

  private mutating func inspect(_ arguments: [ArgumentInfo], at path: String) {
    checkForDuplicates(in: arguments.map(\.name), at: path)
    for argument in arguments { checkFullStop(of: argument.help, in: argument.name, at: path) }
    for (argument, next) in zip(arguments, arguments.dropFirst())
    where argument.count.takesAll || (argument.count == .optional && next.count.isRequired) {
      problems.append("\(path): \(next.name) cannot be distinguished from \(argument.name).")
    }
  }

  private mutating func inspect(_ options: [OptionInfo], at path: String) {
    checkForDuplicates(
      in: options.flatMap { [$0.spelling] + ($0.short.map { ["-\($0)"] } ?? []) },
      at: path
    )
    for option in options {
      checkFullStop(of: option.help, in: option.spelling, at: path)
      let known = knownForms[option.name] ?? option
      if (known.value == nil) != (option.value == nil) {
        problems.append(
          "\(path): another command's \(option.spelling) takes \(known.value == nil ? "no" : "a") value."
        )
      }
      if let short = option.short,
        let other = knownForms.values.first(where: { $0.short == short && $0.name != option.name })
      {
        problems.append("\(path): -\(short) already stands for \(other.spelling).")
      }
      knownForms[option.name] = known
    }
  }

  private mutating func checkForDuplicates(in names: [String], at path: String) {
    var known: Set<String> = []
    for name in names where !known.insert(name).inserted {
      problems.append("\(path): \(name) is declared twice.")
    }
  }

  private mutating func checkFullStop(of sentence: String, in part: String, at path: String) {
    guard !sentence.hasSuffix(".") else { return }
    problems.append("\(path): the text of \(part) does not end with a full stop.")
  }
}

extension Command {
  /// The titles of option groups that it and its subcommands name.
  fileprivate var usedGroups: [String] {
    (optionGroups ?? []) + subcommands.flatMap { $0.usedGroups }
  }
}
