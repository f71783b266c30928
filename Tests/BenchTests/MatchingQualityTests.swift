import EntityResolution
import Foundation
import TestKit
import Testing

@testable import musicbus_bench

/// The labelled cases that are hard to match, and the F1 that each kind of them must reach.
@Suite("Matching hard cases")
struct MatchingQualityTests {
  private static let directory = "Tests/EntityResolutionTests/HardCases"

  private static func cases() throws -> [LabelledCase] {
    try ["albums", "artists", "collections", "songs"].flatMap { name in
      try LabelledCase.read(path: PackageRoot.url("\(directory)/\(name).jsonl").path())
    }
  }

  @Test("is not worse in any kind than the published figures")
  func floors() throws {
    let quality = MatchingQuality(of: try Self.cases())
    print(quality.rows.joined(separator: "\n"))
    let text = try String(
      contentsOf: PackageRoot.url("\(Self.directory)/floors.tsv"),
      encoding: .utf8
    )
    let floors = text.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(Set(floors.map { String($0[0]) }) == Set(quality.kinds.map(\.name)))
    for floor in floors {
      let kind = try #require(quality.kinds.first { $0.name == floor[0] })
      let least = try #require(Double(String(floor[1])))
      #expect(kind.together.f1 >= least - 0.0005, "\(kind.name): \(kind.together.text)")
    }
  }

  @Test("is measured on cases of at least two sources, of which some records match and some do not")
  func cases() throws {
    let cases = try Self.cases()
    #expect(cases.reduce(0) { $0 + $1.records.count } >= 2_900)
    for one in cases {
      #expect(Set(one.records.map(\.provider)).count > 1, "\(one.name)")
      #expect(one.pairs.contains { $0.areSame }, "\(one.name)")
    }
    #expect(cases.contains { $0.pairs.contains { !$0.areSame } })
  }
}
