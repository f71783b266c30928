import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing

extension RunResult {
  /// The entities that `--json` printed, one on each line.
  func entities() throws -> [Entity] {
    try lines.map { try JSONCodec.decode(Entity.self, from: Array($0.utf8)) }
  }

  func artists() throws -> [Artist] {
    try entities().compactMap { if case .artist(let artist) = $0 { artist } else { nil } }
  }

  func albums() throws -> [Album] {
    try entities().compactMap { if case .album(let album) = $0 { album } else { nil } }
  }

  func songs() throws -> [Song] {
    try entities().compactMap { if case .song(let song) = $0 { song } else { nil } }
  }

  /// The reports of the sources: the last line of standard error that is JSON.
  func sources() throws -> [SourceReport] {
    struct Summary: Decodable { var sources: [SourceReport] }
    let line = errors.split(separator: "\n").last { $0.hasPrefix("{") }
    let text = try #require(line, "no line of JSON on standard error:\n\(errors)")
    return try JSONCodec.decode(Summary.self, from: Array(text.utf8)).sources
  }

  func outcome(of provider: String) throws -> Outcome? {
    try sources().first { $0.provider.rawValue == provider }?.outcome
  }
}
