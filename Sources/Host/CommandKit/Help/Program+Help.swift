extension Program {
  /// The help of the program, a group or a command, wrapped to `width` columns.
  ///
  /// `path` holds the words of the command, as in ``Request/help(_:)``; unknown words are ignored.
  package func help(for path: [String] = [], width: Int = 80) -> [StyledText] {
    var page = HelpPage(width: width)
    let known = commands(along: path)
    let command = known.last
    let groups = optionGroups(for: path)
    if isOneCommand, let command = commands.first {
      add(command, at: [name], nil, to: &page)
    } else if let command {
      add(command, at: [name] + known.map(\.name), groups, to: &page)
    } else {
      addOverview(to: &page)
    }
    return page.lines
  }

  /// The output of `--version`.
  package var versionLine: String { "\(name) \(version)" }

  /// The commands that words name, from the outermost one on; an unknown word ends them.
  private func commands(along path: [String]) -> [Command<Action>] {
    var found: [Command<Action>] = []
    for word in path {
      let choices = found.last?.subcommands ?? commands
      guard let next = choices.first(where: { $0.isNamed(word) }) else { break }
      found.append(next)
    }
    return found
  }

  /// The titles of the option groups that matter to a command; `nil` means all.
  func optionGroups(for path: [String]) -> [String]? {
    var groups: [String]?
    for command in commands(along: path) {
      groups = command.optionGroups ?? groups ?? section(of: command.name)?.optionGroups
    }
    return groups
  }

  private func section(of name: String) -> Section? {
    sections.first { $0.commands.contains { $0.name == name } }
  }

  private func addOverview(to page: inout HelpPage) {
    page.addParagraph(abstract)
    let text = textCommand == nil ? [] : [StyledText("  \(name) TEXT")]
    page.addSection("Usage", ["  \(name) COMMAND [OPTION]…"] + text)
    let lists = sections.map { items(for: $0.commands, page.width) }
    let widest = lists.reduce(0) { $1.reduce($0) { max($0, $1.label.columnCount) } }
    // Not `zip`: instantiating its types would slow down every start.
    for index in sections.indices {
      page.addSection(sections[index].title, lists[index], alignedTo: widest)
    }
    addOptionGroups(nil, to: &page)
    page.addSection(
      "Exit status",
      ExitStatus.allCases.map {
        .init(StyledText("\($0.rawValue)").padded(to: 2, .trailing), $0.meaning)
      }
    )
    page.addParagraph("Run \"\(name) COMMAND --help\" for details of a command.")
  }

  private func add(
    _ command: Command<Action>,
    at path: [String],
    _ groups: [String]?,
    to page: inout HelpPage
  ) {
    let words = path.joined(separator: " ")
    page.addParagraph(command.abstract)
    if !command.aliases.isEmpty {
      page.addParagraph("Also: \(command.aliases.joined(separator: ", ")).")
    }
    switch command.content {
    case .group(let commands, let defaultCommand):
      let byDefault = command.defaultCommand
      let arguments = byDefault?.arguments ?? []
      let usage = [words, "[OPTION]…"] + arguments.map(\.synopsis)
      page.addSection(
        "Usage",
        ["  \(words) \(defaultCommand == nil ? "COMMAND" : "[COMMAND]") [OPTION]…"]
          + (arguments.isEmpty ? [] : [StyledText("  \(usage.joined(separator: " "))")])
      )
      page.addParagraph(command.discussion)
      page.addSection("Commands", items(for: commands, page.width))
      page.addSection("Options", (byDefault?.options ?? []).map(\.item))
      if let defaultCommand {
        page.addParagraph("Default command: \"\(words) \(defaultCommand)\".")
      }
      addExamples(of: command, to: &page)
      if let byDefault {
        addOptionGroups(byDefault.optionGroups ?? groups, to: &page)
        addFields(at: path + [byDefault.name], to: &page)
      }
      page.addParagraph("Run \"\(words) COMMAND --help\" for details of a command.")
    case .action(_, let arguments, let options):
      let usage = [words, "[OPTION]…"] + arguments.map(\.synopsis)
      page.addSection("Usage", ["  \(usage.joined(separator: " "))"])
      page.addParagraph(command.discussion)
      page.addSection("Arguments", arguments.map(\.item))
      page.addSection("Options", options().map(\.item))
      addExamples(of: command, to: &page)
      addOptionGroups(groups, to: &page)
      addFields(at: path, to: &page)
    }
  }

  private func addFields(at path: [String], to page: inout HelpPage) {
    let names = fields(path.dropFirst().joined(separator: " "))
    page.addSection(
      "Fields of results",
      names.joined(separator: ", ").wrapped(to: page.width - 2).map { StyledText("  " + $0) }
    )
  }

  private func addOptionGroups(_ titles: [String]?, to page: inout HelpPage) {
    for group in optionGroups
    where titles?.contains(group.title) != false || group.title == OptionGroup.lastTitle {
      page.addSection(group.title, group.options.map(\.item))
    }
  }

  private func items(for commands: [Command<Action>], _ width: Int) -> [DefinitionList.Item] {
    commands.map { .init(StyledText($0.synopsis(fitting: width - 2)), $0.abstract) }
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
  ///
  /// It is at most `width` columns wide; `…` stands for subcommands that do not fit.
  fileprivate func synopsis(fitting width: Int) -> String {
    guard !subcommands.isEmpty else { return ([name] + arguments.map(\.synopsis)).list(" ") }
    let names = subcommands.map { $0.name }
    let whole = "\(name) \(names.list("|"))"
    guard whole.columnCount > width else { return whole }
    let count = names.indices.last { "\(name) \(names[..<$0].list("|"))|…".columnCount <= width }
    return "\(name) \(names[..<(count ?? 0)].list("|"))|…"
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
    let value = isValueOptional ? nil : value?.name
    let name = isValueOptional ? "\(spelling)[=\(self.value?.name ?? "")]" : spelling
    return [short.map { "-\($0)," }, name, value].compactMap(\.self).list(" ")
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
