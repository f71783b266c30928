extension Program {
  /// What is wrong with the table itself, each as a sentence; for a test, which expects none.
  package var problems: [String] {
    var inspection = TableInspection(sharedOptions: sharedOptions)
    inspection.inspect(commands, at: name)
    return inspection.problems
  }
}

/// Walks over the table and notes what the parser relies on and does not find.
private struct TableInspection {
  let sharedOptions: [OptionInfo]
  var problems: [String] = []
  private var knownForms: [String: OptionInfo] = [:]

  init(sharedOptions: [OptionInfo]) { self.sharedOptions = sharedOptions }

  mutating func inspect<Action>(_ commands: [Command<Action>], at path: String) {
    if commands.isEmpty { problems.append("\(path): there is no command.") }
    noteRepetitions(in: commands.map(\.name), at: path)
    for command in commands {
      let path = "\(path) \(command.name)"
      noteEnding(of: command.abstract, in: "the abstract", at: path)
      switch command.content {
      case .group(let commands, let preset):
        inspect(commands, at: path)
        if let preset, !commands.contains(where: { $0.name == preset }) {
          problems.append("\(path): there is no \(preset) to be the preset command.")
        }
      case .action(_, let operands, let options):
        inspect(operands, at: path)
        inspect(options() + sharedOptions, at: path)
      }
    }
  }

  private mutating func inspect(_ operands: [ArgumentInfo], at path: String) {
    noteRepetitions(in: operands.map(\.name), at: path)
    for operand in operands { noteEnding(of: operand.help, in: operand.name, at: path) }
    for (operand, next) in zip(operands, operands.dropFirst())
    where operand.count == .many || (operand.count == .optional && next.count != .optional) {
      problems.append("\(path): nothing tells \(next.name) from \(operand.name).")
    }
  }

  private mutating func inspect(_ options: [OptionInfo], at path: String) {
    noteRepetitions(
      in: options.flatMap { [$0.spelling] + ($0.short.map { ["-\($0)"] } ?? []) },
      at: path
    )
    for option in options {
      noteEnding(of: option.help, in: option.spelling, at: path)
      let known = knownForms[option.name] ?? option
      if (known.value == nil) != (option.value == nil) {
        problems.append(
          "\(path): elsewhere \(option.spelling) takes \(known.value == nil ? "no" : "a") value."
        )
      }
      if let short = option.short,
        let other = knownForms.values.first(where: { $0.short == short && $0.name != option.name })
      {
        problems.append("\(path): elsewhere -\(short) is \(other.spelling).")
      }
      knownForms[option.name] = known
    }
  }

  private mutating func noteRepetitions(in names: [String], at path: String) {
    var known: Set<String> = []
    for name in names where !known.insert(name).inserted {
      problems.append("\(path): \(name) exists twice.")
    }
  }

  private mutating func noteEnding(of sentence: String, in part: String, at path: String) {
    guard !sentence.hasSuffix(".") else { return }
    problems.append("\(path): the text of \(part) does not end with a full stop.")
  }
}
