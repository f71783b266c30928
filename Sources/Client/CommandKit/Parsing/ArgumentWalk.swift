/// Walks over the arguments one by one and down the table of commands at the same time.
///
/// Options may stand before, between and after the words. That needs no look-ahead because an
/// option of one name takes a value in all commands or in none, which the table is tested for.
struct ArgumentWalk<Action: Sendable> {
  private let program: Program<Action>
  /// The program's name and the words of the command so far.
  private(set) var path: [String]
  /// `nil` while no command has been named.
  private(set) var command: Command<Action>?
  private(set) var operands: [String] = []
  private(set) var options: [GivenOption] = []
  private(set) var expects: Expectation = .anything
  /// The word `help` in place of a command.
  private(set) var isHelpWanted = false

  /// An option as typed; `value` is `nil` for a flag.
  struct GivenOption {
    let form: OptionInfo
    let spelling: String
    let value: String?
  }

  /// What the next argument may be.
  enum Expectation {
    case anything
    case value(of: OptionInfo, spelling: String)
    /// After `--`.
    case onlyWords
  }

  init(_ program: Program<Action>) {
    self.program = program
    path = [program.name]
  }

  /// The commands among which the next word chooses; empty where operands follow.
  var choices: [Command<Action>] { command.map { $0.subcommands } ?? program.commands }

  /// What the command that has been reached, or the program while there is none, understands.
  var optionsHere: [OptionInfo] { (command?.options ?? []) + program.sharedOptions }

  /// What any command understands; put together only where that is not enough.
  private var vocabulary: [OptionInfo] { program.vocabulary }

  mutating func take(_ argument: String) throws(UsageError) {
    switch expects {
    case .value(let form, let spelling):
      guard !looksLikeOption(argument) else { throw missingValue(form, spelling) }
      expects = .anything
      options.append(GivenOption(form: form, spelling: spelling, value: argument))
    case .onlyWords:
      try takeWord(argument)
    case .anything where argument == "--":
      expects = .onlyWords
    case .anything where argument.hasPrefix("--"):
      try takeLongOption(argument)
    case .anything where argument.hasPrefix("-") && argument != "-":
      try takeShortOptions(argument)
    case .anything:
      try takeWord(argument)
    }
  }

  /// To be called after the last argument.
  func end() throws(UsageError) {
    if case .value(let form, let spelling) = expects { throw missingValue(form, spelling) }
  }

  private mutating func takeWord(_ word: String) throws(UsageError) {
    guard command.map({ !$0.subcommands.isEmpty }) ?? true else {
      operands.append(word)
      return
    }
    if let chosen = choices.first(where: { $0.name == word }) {
      command = chosen
      path.append(word)
    } else if command == nil, word == "help" {
      isHelpWanted = true
    } else {
      let names = choices.map(\.name)
      throw UsageError(
        .unknownCommand(word, nearest: nearestName(to: word, among: names), choices: names),
        at: path
      )
    }
  }

  private mutating func takeLongOption(_ argument: String) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = String(parts[0])
    guard let form = form(where: { $0.spelling == spelling }) else {
      throw unknownOption(spelling)
    }
    try take(form, spelling: spelling, value: parts.count == 2 ? String(parts[1]) : nil)
  }

  /// `-o FILE`, `-oFILE`, `-o=FILE`, and flags in one word.
  private mutating func takeShortOptions(_ argument: String) throws(UsageError) {
    var rest = argument.dropFirst()
    while let letter = rest.popFirst() {
      let spelling = "-\(letter)"
      guard let form = form(where: { $0.short == letter }) else {
        throw unknownOption(rest.count + 2 == argument.count ? argument : spelling)
      }
      if form.value != nil || rest.first == "=" {
        let value = rest.first == "=" ? rest.dropFirst() : rest
        return try take(form, spelling: spelling, value: rest.isEmpty ? nil : String(value))
      }
      try take(form, spelling: spelling, value: nil)
    }
  }

  private mutating func take(
    _ form: OptionInfo,
    spelling: String,
    value: String?
  ) throws(UsageError) {
    switch (form.value, value) {
    case (nil, let value?):
      throw UsageError(.unexpectedValue(option: spelling, value: value), at: path)
    case (.some, nil):
      expects = .value(of: form, spelling: spelling)
    case (nil, nil), (.some, .some):
      options.append(GivenOption(form: form, spelling: spelling, value: value))
    }
  }

  /// Commands may have options of one name with different values: the one that is reached counts.
  private func form(where matches: (OptionInfo) -> Bool) -> OptionInfo? {
    optionsHere.first(where: matches) ?? vocabulary.first(where: matches)
  }

  /// A dash alone and a negative number can be values.
  private func looksLikeOption(_ argument: String) -> Bool {
    guard argument.hasPrefix("-"), let letter = argument.dropFirst().first else { return false }
    return letter == "-" || vocabulary.contains { $0.short == letter }
  }

  private func missingValue(_ form: OptionInfo, _ spelling: String) -> UsageError {
    UsageError(.missingValue(option: spelling, name: form.value?.name ?? ""), at: path)
  }

  private func unknownOption(_ spelling: String) -> UsageError {
    // Before a command is named, options of any command can be meant.
    let candidates = command == nil ? vocabulary : optionsHere
    let nearest = nearestName(to: spelling, among: candidates.map(\.spelling))
    return UsageError(.unknownOption(spelling, nearest: nearest), at: path)
  }
}

extension Program {
  /// Every option of every command, each name once.
  var vocabulary: [OptionInfo] {
    func options(of command: Command<Action>) -> [OptionInfo] {
      command.options + command.subcommands.flatMap(options)
    }
    var names: Set<String> = []
    return (sharedOptions + commands.flatMap(options)).filter { names.insert($0.name).inserted }
  }
}
