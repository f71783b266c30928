extension Program {
  /// The hidden command that prints the manual page; its argument is the date of the page.
  var manualWord: String { "__manual" }

  /// The manual page of the program, with all of its commands, for `man`.
  ///
  /// `date` is that of the release, `YYYY-MM-DD`.
  package func manual(date: String) -> String {
    var page = ManualPage(name, date: date, source: "\(name) \(version)", manual: "User Commands")
    page.addSection("Name")
    page.addParagraphs(
      "\(name) - \(abstract.prefix(1).lowercased())\(abstract.dropFirst().dropLast())"
    )
    page.addSection("Synopsis")
    page.addSynopsis("\(name) COMMAND [OPTION]…")
    for section in sections {
      page.addSection(section.title)
      for command in section.commands { add(command, at: [name], to: &page) }
    }
    for group in optionGroups {
      page.addSection(group.title)
      for option in group.options { page.addItem(option.synopsis, option.explanation) }
    }
    page.addSection("Exit status")
    for status in ExitStatus.allCases { page.addItem("\(status.rawValue)", status.meaning) }
    return page.text
  }

  private func add(_ command: Command<Action>, at path: [String], to page: inout ManualPage) {
    let path = path + [command.name]
    page.addSubsection(
      ([path.joined(separator: " ")] + command.arguments.map(\.synopsis)).list(" ")
    )
    page.addParagraphs(command.abstract)
    if !command.aliases.isEmpty {
      page.addParagraphs("Also: \(command.aliases.joined(separator: ", ")).")
    }
    page.addParagraphs(command.discussion)
    for argument in command.arguments { page.addItem(argument.synopsis, argument.explanation) }
    for option in command.options { page.addItem(option.synopsis, option.explanation) }
    for example in command.examples {
      page.addItem("\(name) \(example.arguments)", example.meaning)
    }
    for subcommand in command.subcommands { add(subcommand, at: path, to: &page) }
  }
}
