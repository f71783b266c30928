internal import BusProtocol
internal import FoundationEssentials
package import HubCore
internal import MusicModel

/// Text form of the user's verdicts (`Protocol/verdicts-document.md`).
package struct VerdictDocument: Sendable {
  package private(set) var verdicts: [StoredVerdict] = []
  /// Corrupt lines, without their line feeds.
  package private(set) var damaged: [[UInt8]] = []

  /// Another document, or one of a later version.
  package struct Unknown: Error, Hashable, Sendable {
    /// Document and version, such as `musicbus-verdicts of version 2`.
    package let what: String
  }

  private struct Heading: Codable, Equatable {
    var document = "musicbus-verdicts"
    var version = 1
  }

  fileprivate struct Line: Codable {
    var relation: UserVerdict.Relation
    var a: EntityID
    var b: EntityID
    var at: String?
    /// Pairs.
    var also: [[EntityID]]?
  }

  /// Parses a document; the heading may be missing.
  package init(_ bytes: [UInt8]) throws(Unknown) {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    guard let first = lines.first else { return }
    if let heading = try? JSONCodec.decode(Heading.self, from: first), heading != Heading() {
      throw Unknown(what: "\(heading.document) of version \(heading.version)")
    }
    for line in lines {
      if let verdict = try? JSONCodec.decode(Line.self, from: line),
        verdict.a.kind == verdict.b.kind
      {
        verdicts.append(verdict.stored)
      } else if (try? JSONCodec.decode(Heading.self, from: line)) != Heading() {
        damaged.append(line)
      }
    }
  }

  /// Returns the document of these verdicts.
  package static func text(of verdicts: [StoredVerdict]) throws -> [UInt8] {
    try JSONCodec.encode(Heading()) + [UInt8(ascii: "\n")] + lines(of: verdicts)
  }

  /// Returns the lines of these verdicts.
  static func lines(of verdicts: some Sequence<StoredVerdict>) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for verdict in verdicts { bytes += try JSONCodec.encode(Line(verdict)) + [UInt8(ascii: "\n")] }
    return bytes
  }
}

extension VerdictDocument.Line {
  fileprivate init(_ verdict: StoredVerdict) {
    self.init(
      relation: verdict.relation,
      a: verdict.a,
      b: verdict.b,
      at: verdict.saidMs.map { ms in
        Date(timeIntervalSince1970: Double(ms) / 1000).formatted(.iso8601)
      },
      also: verdict.also.isEmpty ? nil : verdict.also.map { [$0.a, $0.b] }
    )
  }

  fileprivate var stored: StoredVerdict {
    let date = at.flatMap { try? Date($0, strategy: .iso8601) }
    let saidMs = date.flatMap { Int(exactly: ($0.timeIntervalSince1970 * 1000).rounded()) }
    var verdict = StoredVerdict(relation, a, b, saidMs: saidMs)
    verdict.also = (also ?? []).filter { $0.count == 2 }.map {
      StoredVerdict.Pair(a: $0[0], b: $0[1])
    }
    return verdict
  }
}
