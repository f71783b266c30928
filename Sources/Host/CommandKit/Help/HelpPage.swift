/// A page of help: blocks separated by empty lines.
struct HelpPage {
  let width: Int
  private(set) var lines: [StyledText] = []

  init(width: Int) { self.width = width }

  mutating func addParagraph(_ text: String) {
    guard !text.isEmpty else { return }
    startBlock()
    lines += text.wrapped(to: width).map { StyledText($0) }
  }

  mutating func addSection(_ title: String, _ body: [StyledText]) {
    guard !body.isEmpty else { return }
    startBlock()
    lines.append(StyledText(title.uppercased(), .bold))
    lines += body
  }

  /// Adds a list whose labels are at least `widest` columns wide, to align with other lists.
  mutating func addSection(
    _ title: String,
    _ items: [DefinitionList.Item],
    alignedTo widest: Int = 0
  ) {
    var list = DefinitionList(items)
    let widestAllowed = list.labelWidths.upperBound
    list.labelWidths = min(widest, widestAllowed)...widestAllowed
    addSection(title, list.lines(fitting: width))
  }

  private mutating func startBlock() {
    if !lines.isEmpty { lines.append("") }
  }
}
