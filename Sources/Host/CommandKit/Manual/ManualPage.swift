/// A manual page in the `man` macros of roff, block by block.
struct ManualPage {
  private(set) var text: String

  /// Starts the page `name(1)`. `date` is `YYYY-MM-DD`.
  init(_ name: String, date: String, source: String, manual: String) {
    let words = [name.uppercased(), "1", date, source, manual]
    text = ".TH" + words.map { " \"\($0)\"" }.joined() + "\n"
  }

  mutating func addSection(_ title: String) {
    text += ".SH \(ManualPage.escaped(title.uppercased()))\n"
  }

  mutating func addSubsection(_ title: String) { text += ".SS \(ManualPage.escaped(title))\n" }

  /// Adds the paragraphs of a text, which are separated by "\n".
  mutating func addParagraphs(_ paragraphs: String) {
    for (index, line) in paragraphs.split(separator: "\n").enumerated() {
      if index > 0 || !endsWithHeading { text += ".PP\n" }
      text += ManualPage.lines(String(line))
    }
  }

  /// Adds a line in bold type: a command line.
  mutating func addSynopsis(_ line: String) { text += ManualPage.bold(line) }

  /// Adds a term and its indented definition.
  mutating func addItem(_ term: String, _ definition: String) {
    text += ".TP\n" + ManualPage.bold(term) + ManualPage.lines(definition)
  }

  private var endsWithHeading: Bool {
    let last = text.split(separator: "\n").last ?? ""
    return last.hasPrefix(".SH ") || last.hasPrefix(".SS ")
  }

  /// Lines of text; a leading dot or apostrophe would be read as a macro.
  private static func lines(_ text: String) -> String {
    text.wrapped(to: 72).map { line in
      (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + escaped(line) + "\n"
    }.joined()
  }

  /// A line in bold type.
  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR\n" }

  /// Text without characters that have a meaning in roff. Dashes stay ASCII, so that options can be copied.
  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      default: String(character)
      }
    }.joined()
  }
}
