extension Program {
  /// The help of the program, a group or a command, wrapped to `width` columns.
  ///
  /// `path` holds the words of the command, as in ``Request/help(_:)``; unknown words are ignored.
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

  /// The output of `--version`.
  package var versionLine: String { "\(name) \(version)" }

  private func addOverview(to page: inout HelpPage) {
    page.addParagraph(abstract)
    page.addSection("Usage", ["  \(name) COMMAND [OPTION]…"])
    let lists = sections.map { items(for: $0.commands) }
    let widest = lists.reduce(0) { $1.reduce($0) { max($0, $1.label.columnCount) } }
    // Not `zip`: instantiating its types would slow down every start.
    for index in sections.indices {
      page.addSection(sections[index].title, lists[index], alignedTo: widest)
    }
    addSharedOptions(to: &page)
    page.addSection(
      "Exit status",
      ExitStatus.allCases.map {
        .init(StyledText("\($0.rawValue)").padded(to: 2, .trailing), $0.meaning)
      }
    )
    page.addParagraph("Run \"\(name) COMMAND --help\" for details of a command.")
  }

  private func add(_ command: Command<Action>, at path: [String], to page: inout HelpPage) {
    let words = path.joined(separator: " ")
    page.addParagraph(command.abstract)
    switch command.content {
    case .group(let commands, let defaultCommand):
      page.addSection(
        "Usage",
        ["  \(words) \(defaultCommand == nil ? "COMMAND" : "[COMMAND]") [OPTION]…"]
      )
      page.addParagraph(command.discussion)
      page.addSection("Commands", items(for: commands))
      if let defaultCommand {
        page.addParagraph("Default command: \"\(words) \(defaultCommand)\".")
      }
      addExamples(of: command, to: &page)
      page.addParagraph("Run \"\(words) COMMAND --help\" for details of a command.")
    case .action(_, let arguments, let options):
      let usage = [words, "[OPTION]…"] + arguments.map(\.synopsis)
      page.addSection("Usage", ["  \(usage.joined(separator: " "))"])
      page.addParagraph(command.discussion)
      page.addSection("Arguments", arguments.map(\.item))
      page.addSection("Options", options().map(\.item))
      addExamples(of: command, to: &page)
      addSharedOptions(to: &page)
    }
  }

  private func addSharedOptions(to page: inout HelpPage) {
    page.addSection("Global options", sharedOptions.map(\.item))
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
  /// Its form in a list of commands: `albums ARTIST`, `search artists|albums`.
  fileprivate var synopsis: String {
    let rest =
      subcommands.isEmpty
      ? arguments.map(\.synopsis) : [subcommands.map { $0.name }.list("|")]
    return ([name] + rest).list(" ")
  }
}

extension ArgumentInfo {
  fileprivate var item: DefinitionList.Item { .init(StyledText(synopsis), explanation) }

  var explanation: String { joined([help, value.note]) }
}

extension OptionInfo {
  fileprivate var item: DefinitionList.Item {
    .init(StyledText((short == nil ? "    " : "") + synopsis), explanation)
  }

  /// Its form in a list of options: `-h, --help`, `--limit COUNT`.
  var synopsis: String {
    [short.map { "-\($0)," }, spelling, value?.name].compactMap(\.self).list(" ")
  }

  var explanation: String {
    joined([
      help, value?.note, defaultText.map { "Default: \($0)." }, repeats ? "Repeatable." : nil,
    ])
  }
}

extension ValueInfo {
  fileprivate var note: String? {
    expectation.isEmpty ? nil : expectation.prefix(1).uppercased() + expectation.dropFirst() + "."
  }
}

private func joined(_ sentences: [String?]) -> String {
  sentences.compactMap(\.self).list(" ")
}
