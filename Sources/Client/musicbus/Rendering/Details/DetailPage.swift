import CommandKit

/// One entity in full, as a person reads it: its name, what is known of it, addresses, and a text.
struct DetailPage: Hashable, Sendable {
  var title: String
  /// Each a word or two, and what there is to say about it; what is not known says so in a sentence.
  var facts: [Fact] = []
  /// Ids and URLs. They are never broken: they are to be copied.
  var addresses: [Fact] = []
  /// A long text, below all else.
  var text: Fact?

  struct Fact: Hashable, Sendable {
    var label: String
    var value: String
    var isMissing = false
  }

  init(_ title: String) { self.title = title }

  /// Adds what is known, or the sentence that says that it is not.
  mutating func add(_ label: String, _ value: String?, orElse sentence: String) {
    if let value, !value.isEmpty {
      facts.append(Fact(label: label, value: value))
    } else {
      facts.append(Fact(label: label, value: sentence, isMissing: true))
    }
  }

  /// Adds what is known, and nothing where it is not: many entities have none of it.
  mutating func add(_ label: String, _ value: String?) {
    if let value, !value.isEmpty { facts.append(Fact(label: label, value: value)) }
  }

  /// The page in lines of at most `width` columns, addresses excepted.
  func lines(fitting width: Int) -> [StyledText] {
    let widest = (facts + addresses).reduce(0) { max($0, $1.label.columnCount) }
    let labels = min(widest, 16)...16
    let known = DefinitionList(facts.map(\.item), labelWidths: labels)
    let exact = DefinitionList(addresses.withoutRepeatedLabels.map(\.item), labelWidths: labels)
    let body = known.lines(fitting: width) + exact.lines(fitting: .max)
    let text = self.text.map { [""] + $0.paragraphs(fitting: width) } ?? []
    return [StyledText(title, .bold)] + body + text
  }

  /// The same for other programs: a label and a value on each line, parted by a tab.
  func tabSeparated() -> [String] {
    let all = [Fact(label: "Name", value: title)] + facts + addresses + (text.map { [$0] } ?? [])
    return all.filter { !$0.isMissing }.map { "\($0.label)\t\(StyledText($0.value).text)" }
  }
}

extension [DetailPage.Fact] {
  /// A label that stands above already is left out.
  fileprivate var withoutRepeatedLabels: Self {
    indices.map { index in
      var fact = self[index]
      if index > 0, self[index - 1].label == fact.label { fact.label = "" }
      return fact
    }
  }
}

extension DetailPage.Fact {
  fileprivate var item: DefinitionList.Item {
    .init(StyledText(label, .dim), value, style)
  }

  fileprivate func paragraphs(fitting width: Int) -> [StyledText] {
    value.wrapped(to: width).map { StyledText($0, style) }
  }

  private var style: Style { isMissing ? .dim : .plain }
}
