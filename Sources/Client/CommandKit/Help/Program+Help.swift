extension Program {
  /// The help of the program, a group or a command, wrapped to `width` columns.
  ///
  /// `path` are the words of the command, as ``Request/help(_:)`` gives them; words that name no
  /// command are left out of account.
  package func help(for path: [String] = [], width: Int = 80) -> [StyledText] {
    var page = HelpPage(width: width)
    var known: [String] = []
    var command: Command<Action>?
    for word in path {
      guard let next = (command?.subcommands ?? commands).first(where: { $0.name == word })
      else { break }
      command = next
      known.append(word)
    }
    if let command {
      add(command, at: [name] + known, to: &page)
    } else {
      addOverview(to: &page)
    }
    return page.lines
  }

  /// What `--version` prints.
  package var versionLine: String { "\(name) \(version)" }

  private func addOverview(to page: inout HelpPage) {
    page.addParagraph(abstract)
    page.addSection("Usage", ["  \(name) COMMAND [OPTION]…"])
    let lists = sections.map { items(for: $0.commands) }
    let widest = lists.reduce(0) { $1.reduce($0) { max($0, $1.label.columnCount) } }
    // Not `zip`: its types would be put together at each start.
    for place in sections.indices {
      page.addSection(sections[place].title, lists[place], liningUpWith: widest)
    }
    addSharedOptions(to: &page)
    page.addSection(
      "Exit status",
      ExitStatus.allCases.map {
        .init(StyledText("\($0.rawValue)").padded(to: 2, .trailing), $0.meaning)
      }
    )
    page.addParagraph("Run \"\(name) COMMAND --help\" for more on a command.")
  }

  private func add(_ command: Command<Action>, at path: [String], to page: inout HelpPage) {
    let words = path.joined(separator: " ")
    page.addParagraph(command.abstract)
    switch command.content {
    case .group(let commands, let preset):
      page.addSection("Usage", ["  \(words) \(preset == nil ? "COMMAND" : "[COMMAND]") [OPTION]…"])
      page.addParagraph(command.discussion)
      page.addSection("Commands", items(for: commands))
      if let preset { page.addParagraph("Without a command it is \"\(words) \(preset)\".") }
      addExamples(of: command, to: &page)
      page.addParagraph("Run \"\(words) COMMAND --help\" for more on a command.")
    case .action(_, let operands, let options):
      let usage = [words, "[OPTION]…"] + operands.map(\.synopsis)
      page.addSection("Usage", ["  \(usage.joined(separator: " "))"])
      page.addParagraph(command.discussion)
      page.addSection("Operands", operands.map(\.item))
      page.addSection("Options", options().map(\.item))
      addExamples(of: command, to: &page)
      addSharedOptions(to: &page)
    }
  }

  private func addSharedOptions(to page: inout HelpPage) {
    page.addSection("Options of every command", sharedOptions.map(\.item))
  }

  private func items(for commands: [Command<Action>]) -> [DefinitionList.Item] {
    commands.map { .init(StyledText($0.synopsis), $0.abstract) }
  }

  private func addExamples(of command: Command<Action>, to page: inout HelpPage) {
    let lines = command.examples.flatMap { example -> [StyledText] in
      ["  \(name) \(example.arguments)"]
        + example.meaning.wrapped(to: page.width - 6).map { StyledText("      " + $0) }
    }
    page.addSection("Examples", lines)
  }
}

extension Command {
  /// How the list of commands shows it: `albums ARTIST`, `search artists|albums`.
  fileprivate var synopsis: String {
    let rest =
      subcommands.isEmpty
      ? operands.map(\.synopsis) : [subcommands.map { $0.name }.list("|")]
    return ([name] + rest).list(" ")
  }
}

extension ArgumentInfo {
  fileprivate var item: DefinitionList.Item {
    .init(StyledText(synopsis), joined([help, value.note]))
  }
}

extension OptionInfo {
  fileprivate var item: DefinitionList.Item {
    let names = (short.map { "-\($0), " } ?? "    ") + spelling
    let notes = [
      help, value?.note, preset.map { "Default: \($0)." }, repeats ? "May be repeated." : nil,
    ]
    return .init(StyledText(value.map { "\(names) \($0.name)" } ?? names), joined(notes))
  }
}

extension ValueInfo {
  fileprivate var note: String? { expectation.isEmpty ? nil : "Takes \(expectation)." }
}

private func joined(_ sentences: [String?]) -> String {
  sentences.compactMap(\.self).list(" ")
}
