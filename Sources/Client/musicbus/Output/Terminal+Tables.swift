import CommandKit
import HostKit

extension Terminal {
  /// Prints labelled values; for scripts as tab-separated values.
  func print(_ items: [(label: String, text: String)], forScripts: Bool) {
    guard !forScripts else {
      for (label, text) in items { print("\(label)\t\(text.neutralized)") }
      return
    }
    let list = DefinitionList(items.map { .init(StyledText($0.label, .dim), $0.text) }, indent: 0)
    print(list.lines(fitting: width ?? 200))
  }

  /// Prints a table, or a note if it has no rows; for scripts as tab-separated values.
  func print<Row>(_ table: Table<Row>, forScripts: Bool, orElse sentence: StyledText) {
    if forScripts {
      for line in table.tabSeparated() { print(line) }
    } else if table.rows.isEmpty {
      note(sentence)
    } else {
      print(table.layout(fitting: width).lines)
    }
  }
}
