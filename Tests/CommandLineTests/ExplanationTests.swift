import BusProtocol
import ClientKit
import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("The explanation page")
struct ExplanationTests {
  static var explanation: ExplanationReport {
    let (one, other) = (Samples.id("itunes:artist:487143"), Samples.id("audiodb:artist:111239"))
    let (itunes, audiodb) = (Samples.provider("itunes-search"), Samples.provider("audiodb"))
    var explanation = ExplanationReport(
      entity: .artist(Samples.pinkFloyd),
      records: [
        .init(
          provider: itunes,
          entity: .artist(Artist(id: one, name: "Pink Floyd")),
          ageMs: 61_000
        ),
        .init(provider: audiodb, entity: .artist(Artist(id: other, name: "Pink Floyd"))),
      ]
    )
    let join = RecordComparison(
      a: .init(provider: itunes, id: one),
      b: .init(provider: audiodb, id: other),
      decision: .same,
      points: 70,
      reasons: [
        .init(side: .for, weight: 100, text: "same name"),
        .init(side: .against, weight: 30, text: "genres far apart"),
      ]
    )
    explanation.joins = [join]
    let shown = ValueReport(value: 1965, provider: audiodb, record: other)
    let not = ValueReport(value: 1964, provider: itunes, record: one)
    explanation.fields = ["formedYear": FieldProvenance(shown, alternatives: [not])]
    explanation.verdicts = [UserVerdict(.same, one, other, ageMs: 86_400_000)]
    explanation.neighbors = [
      .init(entity: .artist(Samples.namelessRiver), nearest: join, separatedBy: join)
    ]
    return explanation
  }

  @Test("has rows for scripts, with the same facts")
  func rows() {
    let (itunes, audiodb) = ("itunes:artist:487143", "audiodb:artist:111239")
    let lines = ExplanationTable.of(ExplanationTests.explanation).tabSeparated()
    #expect(lines.first == "Part\tSubject\tOther\tValue\tPoints\tSource")
    for line in [
      "record\t\(itunes)\t\tPink Floyd\t\titunes-search",
      "evidence\t\(itunes)\t\(audiodb)\tsame\t70\t",
      "reason\t\(itunes)\t\(audiodb)\tgenres far apart\t-30\t",
      "verdict\t\(itunes)\t\(audiodb)\tsame\t\t",
      "field\tformedYear\t\t1965\t\taudiodb", "alternative\tformedYear\t\t1964\t\titunes-search",
      "neighbor\titunes:artist:1\t\tNameless River\t\t",
    ] {
      #expect(lines.contains(line), "\(line) is not in \(lines.joined(separator: "\n"))")
    }
  }

  @Test("shows records, evidence, user verdicts, provenance and near misses")
  func page() {
    let lines = ExplanationPage(ExplanationTests.explanation, ServiceTable([])).lines(fitting: 200)
      .map(\.text)
    for line in [
      "2 records",
      "  itunes-search  itunes:artist:487143 \"Pink Floyd\", 1 min 1 s ago",
      "  itunes:artist:487143 and audiodb:artist:111239: same (70)",
      "    +100   same name",
      "    −30    genres far apart",
      "  same  itunes:artist:487143 and audiodb:artist:111239, 1 d ago",
      "  formedYear  1965 (audiodb); alternatives: 1964 (itunes-search)",
      "  Nameless River (itunes:artist:1)",
    ] {
      #expect(lines.contains(line), "\(line) is not in \(lines.joined(separator: "\n"))")
    }
  }

  @Test("never breaks an id", arguments: [20, 40, 60, 80])
  func narrow(_ width: Int) {
    var explanation = ExplanationTests.explanation
    explanation.records[0].entity = .artist(Samples.pinkFloyd)
    let lines = ExplanationPage(explanation, ServiceTable([])).lines(fitting: width).map(\.text)
    let words = lines.joined(separator: " ").split(separator: " ")
    let id = "mbid:artist:83d91898-7763-47d7-b03b-b92132375c47"
    #expect(words.count { $0 == id } == 1)
    #expect(words.contains { $0 == "itunes:artist:487143" })
    #expect(width < 60 || lines.dropFirst(2).allSatisfy { $0.columnCount <= width }, "\(lines)")
  }

  @Test("shows a comparison once if it is both the nearest and the conflicting one")
  func once() {
    let lines = ExplanationPage(ExplanationTests.explanation, ServiceTable([])).lines(fitting: 200)
      .map(\.text)
    #expect(lines.count { $0.hasSuffix("same (70)") } == 2)
  }

  @Test("has a short text for any value")
  func values() {
    #expect(ValueText.brief(["b", "a"]) == "b, a")
    #expect(ValueText.brief([["url": "https://x", "width": 1]]) == "https://x")
    #expect(ValueText.brief(["name": "Nina", "id": "a:artist:1"]) == "Nina")
    #expect(ValueText.brief(.string(String(repeating: "x", count: 100))).count == 60)
    #expect(ValueText.brief([]) == "none")
  }

  @Test("has a sentence for a verdict")
  func sentences() {
    var verdict = UserVerdict(.different, Samples.id("a:artist:1"), Samples.id("b:artist:2"))
    #expect(
      verdict.sentence(nil, "Ye").text == "Saved: a:artist:1 and Ye (b:artist:2) are different."
    )
    verdict.undone = true
    #expect(verdict.sentence(nil, nil).text == "Reverted: a:artist:1 and b:artist:2 are different.")
  }

  @Test("says first why the records are one")
  func sentence() {
    func record(_ provider: String, _ ids: String...) -> ExplanationReport.Record {
      var artist = Artist(id: Samples.id(ids[0]), name: "Air")
      artist.ids = ids.map(Samples.id)
      return .init(provider: Samples.provider(provider), entity: .artist(artist))
    }
    func text(_ records: ExplanationReport.Record..., joins: [RecordComparison] = []) -> String {
      var explanation = ExplanationReport(entity: records[0].entity, records: records)
      explanation.joins = joins
      return ExplanationSentence.text(explanation, ServiceTable([]))
    }
    let (itunes, deezer) = (
      record("itunes-search", "itunes:artist:1"), record("deezer", "deezer:artist:2")
    )
    let linking = record("a", "mbid:artist:3", "itunes:artist:1", "deezer:artist:2")
    #expect(text(itunes) == "Only Itunes lists it.")
    #expect(text(itunes, deezer, linking) == "Mbid links the Itunes and Deezer pages.")
    let join = RecordComparison(
      a: .init(provider: itunes.provider, id: itunes.entity.id),
      b: .init(provider: deezer.provider, id: deezer.entity.id),
      decision: .same,
      points: 130,
      reasons: [
        .init(side: .for, weight: 100, text: "same name: Air"),
        .init(side: .for, weight: 30, text: "related genres: Pop"),
      ]
    )
    #expect(
      text(itunes, deezer, joins: [join])
        == "The records of Itunes and Deezer have the same name and related genres."
    )
  }
}
