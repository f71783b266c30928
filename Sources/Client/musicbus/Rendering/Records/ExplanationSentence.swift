import BusProtocol
import ClientKit
import MusicModel

/// Why records are one entity, in one sentence: "MusicBrainz links the Apple Music, Deezer and Spotify pages."
enum ExplanationSentence {
  static func text(_ explanation: ExplanationReport, _ services: ServiceTable) -> String {
    let records = explanation.records
    func name(_ id: EntityID) -> String { services.name(ofSite: id.namespace) }
    guard records.count > 1 else {
      return records.first.map { "Only \(name($0.entity.id)) lists it." } ?? "No source lists it."
    }
    if let verdicts = explanation.verdicts, verdicts.contains(where: { $0.relation == .same }) {
      return "You said that they are the same."
    }
    // The record that has the ids of most others.
    let links = records.map { record in
      records.filter {
        $0.entity.id != record.entity.id && record.entity.ids.contains($0.entity.id)
      }
    }
    let most = links.indices.max { links[$0].count < links[$1].count } ?? 0
    let linked = unique(links[most].map { name($0.entity.id) })
    let source = name(records[most].entity.id)
    if !linked.isEmpty, linked != [source] {
      let pages = linked.count == 1 ? "page" : "pages"
      let all = links[most].count == records.count - 1
      return "\(source) links the \(list(linked)) \(pages)"
        + (all ? "." : "; the others \(reason(explanation) ?? "fit").")
    }
    return
      "The records of \(list(unique(records.map { name($0.entity.id) }))) \(reason(explanation) ?? "fit")."
  }

  /// What speaks most for it: "have the same name and related genres".
  private static func reason(_ explanation: ExplanationReport) -> String? {
    let reasons = (explanation.joins ?? []).filter { $0.decision == .same }.flatMap {
      $0.reasons ?? []
    }
    .filter { $0.side == .for }.sorted { $0.weight > $1.weight }
    let texts = unique(reasons.map { String($0.text.prefix { $0 != ":" }) }).filter {
      !$0.contains("%")
    }
    guard !texts.isEmpty else { return nil }
    return "have the " + list(Array(texts.prefix(2)))
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  /// "A, B and C".
  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
