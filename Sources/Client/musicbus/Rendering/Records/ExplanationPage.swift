import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// The page of `explain`: records, evidence, user verdicts, provenance and near misses.
struct ExplanationPage {
  /// The maximum number of pairs shown one by one.
  private static let maxJoins = 12
  private static let minWidthForLabels = 72
  private let explanation: ExplanationReport
  private let services: ServiceTable

  init(_ explanation: ExplanationReport, _ services: ServiceTable) {
    self.explanation = explanation
    self.services = services
  }

  /// The page in lines of at most `width` columns; ids are never wrapped.
  func lines(fitting width: Int) -> [StyledText] {
    let head = [
      "\(explanation.entity.displayName, .bold) (\(explanation.entity.id))" as StyledText,
      StyledText(ExplanationSentence.text(explanation, services)),
    ]
    return head + records(width) + joins(width) + verdicts(width) + fields(width)
      + nearMisses(width)
  }

  private func records(_ width: Int) -> [StyledText] {
    let items = explanation.records.map { record in
      let age = record.ageMs.map { ", \(HumanFormat.duration(ms: $0)) ago" } ?? ""
      let others = record.entity.ids.filter { $0 != record.entity.id }.map(\.description)
      let also = others.isEmpty ? "" : "; also \(others.joined(separator: " "))"
      return DefinitionList.Item(
        StyledText(record.provider.rawValue),
        "\(record.entity.id) \"\(record.entity.displayName)\"\(age)\(also)"
      )
    }
    return section(explanation.records.count.counted("record"), items, width)
  }

  private func joins(_ width: Int) -> [StyledText] {
    let joins = explanation.joins ?? []
    guard !joins.isEmpty else { return [] }
    let shown = joins.prefix(ExplanationPage.maxJoins)
    var lines: [StyledText] = ["", StyledText("Evidence", .bold)]
    for join in shown { lines += comparison(join, width) }
    if joins.count > shown.count {
      lines.append(StyledText("  and \((joins.count - shown.count).counted("more pair"))", .dim))
    }
    return lines
  }

  private func comparison(_ join: RecordComparison, _ width: Int) -> [StyledText] {
    let words: [RecordComparison.Decision: String] = [
      .same: "same", .different: "different", .undecided: "undecided",
    ]
    let decision: StyledText = "\(words[join.decision] ?? "", .bold) (\(join.points))"
    var head: [StyledText] = ["  \(join.a.id) and \(join.b.id): \(decision)"]
    if head[0].columnCount > width { head = ["  \(join.a.id) and", "  \(join.b.id): \(decision)"] }
    let items = (join.reasons ?? []).map { reason in
      let sign = reason.side == .for ? "+" : "−"
      let color: Style = reason.side == .for ? .color(.green) : .color(.red)
      return DefinitionList.Item(StyledText("\(sign)\(reason.weight)", color), reason.text)
    }
    let list = DefinitionList(items, indent: 4, labelWidths: 5...8, breaksWords: false)
    return head + list.lines(fitting: width)
  }

  private func verdicts(_ width: Int) -> [StyledText] {
    let verdicts = explanation.verdicts ?? []
    guard !verdicts.isEmpty else { return [] }
    let items = verdicts.map { verdict in
      let age = verdict.ageMs.map { ", \(HumanFormat.duration(ms: $0)) ago" } ?? ""
      return DefinitionList.Item(
        StyledText(verdict.relation.rawValue),
        "\(verdict.a) and \(verdict.b)\(age)"
      )
    }
    return section("Your verdicts", items, width)
  }

  private func fields(_ width: Int) -> [StyledText] {
    let fields = explanation.fields ?? [:]
    guard !fields.isEmpty else { return [] }
    let items = fields.sorted { $0.key < $1.key }.map { name, origin in
      let others = (origin.alternatives ?? []).map(ValueText.of)
      // Lists are merged, so the other values are included rather than rejected.
      let word = origin.value.combinesSources ? "merged with:" : "alternatives:"
      let rest = others.isEmpty ? "" : "; \(word) \(others.joined(separator: ", "))"
      return DefinitionList.Item(StyledText(name), ValueText.of(origin.shown) + rest)
    }
    return section("Provenance", items, width)
  }

  private func nearMisses(_ width: Int) -> [StyledText] {
    let neighbors = explanation.neighbors ?? []
    guard !neighbors.isEmpty else { return [] }
    var lines: [StyledText] = ["", StyledText("Near misses", .bold)]
    for neighbor in neighbors {
      lines.append(
        StyledText("  \(neighbor.entity.displayName) (\(neighbor.entity.id))")
      )
      for join in [neighbor.nearest, neighbor.separatedBy].compactMap(\.self).unique {
        lines += comparison(join, width - 2).map { StyledText("  ") + $0 }
      }
    }
    return lines
  }

  private func section(
    _ title: String,
    _ items: [DefinitionList.Item],
    _ width: Int
  ) -> [StyledText] {
    // In a narrow terminal, texts stand below their labels, so that most ids fit.
    let labelWidths = width < ExplanationPage.minWidthForLabels ? 0...4 : 0...28
    let list = DefinitionList(items, labelWidths: labelWidths, breaksWords: false)
    return ["", StyledText(title, .bold)] + list.lines(fitting: width)
  }
}

extension [RecordComparison] {
  fileprivate var unique: Self {
    var seen: Set<RecordComparison> = []
    return filter { seen.insert($0).inserted }
  }
}
