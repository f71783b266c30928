internal import BusProtocol
internal import FoundationEssentials
internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel

/// What persons said, as a text that they can read (`Protocol/verdicts-document.md`).
struct VerdictFile {
  /// More bytes no person has said.
  static let bytesMax = 16 * 1024 * 1024

  private struct Heading: Codable, Equatable {
    var document = "musicbus-verdicts"
    var version = 1
  }

  fileprivate struct Line: Codable {
    var relation: PersonVerdict.Relation
    var a: EntityID
    var b: EntityID
    var at: String?
    /// Pairs.
    var also: [[EntityID]]?
  }

  let path: String
  private(set) var verdicts: [KeptVerdict] = []
  /// What a person should know of how the file was read.
  private(set) var notes: [String] = []
  /// Why the file must not be written.
  private(set) var problem: String?

  /// Reads the file. One that is not there is an empty one.
  init(at path: String) {
    self.path = path
    do throws(SystemError) {
      let bytes = try OpenFile(path, O_RDONLY).readAll(atMost: VerdictFile.bytesMax)
      read(bytes)
    } catch {
      guard error.code != ENOENT else { return }
      problem = "\(path) could not be read. \(error.problem)"
    }
  }

  private mutating func read(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    guard let first = lines.first else { return }
    if let heading = try? BusCodec.decode(Heading.self, from: first), heading != Heading() {
      problem =
        "\(path) is \(heading.document) of version \(heading.version), which this hub does "
        + "not know."
      return
    }
    var damaged: [[UInt8]] = []
    for line in lines {
      if let verdict = try? BusCodec.decode(Line.self, from: line), verdict.a.kind == verdict.b.kind
      {
        verdicts.append(verdict.kept)
      } else if (try? BusCodec.decode(Heading.self, from: line)) != Heading() {
        damaged.append(line)
      }
    }
    if !damaged.isEmpty { setAside(damaged) }
  }

  private mutating func setAside(_ lines: [[UInt8]]) {
    let aside = "\(path).damaged"
    do {
      let file = try OpenFile(aside, O_WRONLY | O_CREAT | O_APPEND)
      try file.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] })
      try write(verdicts)
      notes.append("\(lines.count) lines of \(path) cannot be read; they are kept in \(aside).")
    } catch {
      problem = "\(path) has lines that cannot be read, and they could not be kept: \(error)"
    }
  }

  /// Writes the verdicts in place of those before; they are on the disk when this returns.
  func write(_ verdicts: [KeptVerdict]) throws {
    var bytes = try BusCodec.encode(Heading()) + [UInt8(ascii: "\n")]
    for verdict in verdicts { bytes += try BusCodec.encode(Line(verdict)) + [UInt8(ascii: "\n")] }
    try Places.makeFolder(parentFolder(of: path))
    try replaceFile(path, with: bytes)
  }
}

extension VerdictFile.Line {
  fileprivate init(_ verdict: KeptVerdict) {
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

  fileprivate var kept: KeptVerdict {
    let date = at.flatMap { try? Date($0, strategy: .iso8601) }
    let saidMs = date.map { Int($0.timeIntervalSince1970 * 1000) }
    var verdict = KeptVerdict(relation, a, b, saidMs: saidMs)
    verdict.also = (also ?? []).filter { $0.count == 2 }.map {
      KeptVerdict.Pair(a: $0[0], b: $0[1])
    }
    return verdict
  }
}
