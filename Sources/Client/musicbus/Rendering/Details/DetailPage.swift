import CommandKit

/// The details of an entity: name, facts, ids and links, and a text.
struct DetailPage: Hashable, Sendable {
  var title: String
  /// Labelled values; a missing one is "unknown" or "none".
  var facts: [Fact] = []
  /// Ids and URLs, which are never wrapped, because users copy them.
  var references: [Fact] = []
  /// A long text below everything else.
  var text: Fact?

  static let idLabel = "Id"

  struct Fact: Hashable, Sendable {
    var label: String
    var value: String
    var isMissing = false
  }

  init(_ title: String) { self.title = title }

  /// Adds a value, or the word for a missing one.
  mutating func add(_ label: String, _ value: String?, orElse sentence: String) {
    if let value, !value.isEmpty {
      facts.append(Fact(label: label, value: value))
    } else {
      facts.append(Fact(label: label, value: sentence, isMissing: true))
    }
  }

  /// Adds a value unless it is missing, as it is for many entities.
  mutating func add(_ label: String, _ value: String?) {
    if let value, !value.isEmpty { facts.append(Fact(label: label, value: value)) }
  }

  /// The page in lines of at most `width` columns, except ids and links.
  ///
  /// Of the ids of the entity, only the main one is shown unless all are wanted.
  func lines(fitting width: Int, allIDs: Bool = false) -> [StyledText] {
    let main = references.firstIndex { $0.label == DetailPage.idLabel }
    let references = references.indices.filter {
      allIDs || $0 == main || self.references[$0].label != DetailPage.idLabel
    }.map { self.references[$0] }
    let widest = (facts + references).reduce(0) { max($0, $1.label.columnCount) }
    let labels = min(widest, 16)...16
    let known = DefinitionList(facts.map(\.item), labelWidths: labels)
    let links = references.withoutSamePages.withoutRepeatedLabels
    let exact = DefinitionList(links.map(\.item), labelWidths: labels)
    let body = known.lines(fitting: width) + exact.lines(fitting: .max)
    let text = self.text.map { [""] + $0.paragraphs(fitting: width) } ?? []
    return [StyledText(title, .bold)] + body + text
  }

  /// The page for scripts: a label and a value per line, separated by a tab.
  func tabSeparated() -> [String] {
    let all = [Fact(label: "Name", value: title)] + facts + references + (text.map { [$0] } ?? [])
    return all.filter { !$0.isMissing }.map { "\($0.label)\t\(StyledText($0.value).text)" }
  }
}

extension [DetailPage.Fact] {
  /// The facts without links to a page that an earlier link of the same service names.
  ///
  /// Sources write the address of a page in several ways, which end with the same id.
  fileprivate var withoutSamePages: Self {
    var pages: Set<[String]> = []
    return filter { $0.page.map { pages.insert($0).inserted } ?? true }
  }

  /// The facts without repeated labels.
  fileprivate var withoutRepeatedLabels: Self {
    indices.map { index in
      var fact = self[index]
      if index > 0, self[index - 1].label == fact.label { fact.label = "" }
      return fact
    }
  }
}

extension DetailPage.Fact {
  /// The service and the id at the end of a link; `nil` unless the value is one.
  fileprivate var page: [String]? {
    guard value.contains("://"), let address = value.split(separator: "?").first,
      let id = address.split(separator: "/").last, id.contains(where: \.isNumber)
    else { return nil }
    return [label, String(id)]
  }

  fileprivate var item: DefinitionList.Item {
    .init(StyledText(label, .dim), value, style)
  }

  fileprivate func paragraphs(fitting width: Int) -> [StyledText] {
    value.wrapped(to: width).map { StyledText($0, style) }
  }

  private var style: Style { isMissing ? .dim : .plain }
}
