import BusProtocol
import Foundation
import MusicModel

extension Vector {
  /// Every vector, in the order of their names.
  package static let all: [Vector] = {
    do {
      return try load()
    } catch {
      preconditionFailure("Protocol/vectors cannot be read: \(error)")
    }
  }()

  /// The vectors of a message type or document.
  package static func all(_ subject: String, _ verdicts: Verdict...) -> [Vector] {
    all.filter { $0.subject == subject && verdicts.contains($0.verdict) }
  }

  private static func load() throws -> [Vector] {
    let root = "Protocol/vectors"
    return try PackageRoot.names(in: root).filter { $0 != "README.md" }.flatMap { subject in
      try PackageRoot.names(in: "\(root)/\(subject)").flatMap { directory in
        guard let verdict = Verdict(rawValue: directory) else {
          throw Malformed("\(subject)/\(directory)")
        }
        return try PackageRoot.names(in: "\(root)/\(subject)/\(directory)").map { file in
          try Vector(
            File(at: "\(root)/\(subject)/\(directory)/\(file)"),
            subject: subject,
            verdict: verdict,
            file: file
          )
        }
      }
    }
  }

  private init(_ file: File, subject: String, verdict: Verdict, file name: String) throws {
    let path = "\(subject)/\(verdict.rawValue)/\(name)"
    guard name == "\(file.name).json" else { throw Malformed("\(path) is called \(file.name)") }
    self.init(
      subject: subject,
      verdict: verdict,
      name: String(path.dropLast(".json".count)),
      note: file.note ?? "",
      minor: file.minor,
      direction: file.direction,
      frames: try file.frames.map { try $0.bytes() },
      expectation: try file.expect.expectation(path),
      refusedBySchema: file.schema,
      breaks: file.breaks
    )
  }

  /// A directory or file under `Protocol/vectors` that contradicts `Protocol/README.md`.
  package struct Malformed: Error, Hashable, Sendable {
    package var what: String
    package init(_ what: String) { self.what = what }
  }
}

/// The JSON of a vector file.
private struct File: Decodable {
  var name: String
  var note: String?
  var minor: String
  var direction: String
  var frames: [Frame]
  var expect: Expect
  var schema: String?
  var breaks: String?

  init(at path: String) throws {
    do {
      self = try JSONCodec.decode(File.self, from: Array(PackageRoot.bytes(path)))
    } catch {
      throw Vector.Malformed("\(path): \(error)")
    }
  }

  struct Frame: Decodable {
    var text: String?
    var json: JSONValue?
    var base64: String?
    var padTo: Int?

    func bytes() throws -> [UInt8] {
      var bytes: [UInt8]
      if let text {
        bytes = Array(text.utf8)
      } else if let json {
        bytes = try JSONCodec.encode(json)
      } else if let base64, let data = Data(base64Encoded: base64) {
        bytes = [UInt8](data)
      } else {
        throw Vector.Malformed("a frame has neither text nor json nor base64")
      }
      if let padTo { bytes += Array(repeating: 0x20, count: max(0, padTo - bytes.count)) }
      return bytes
    }
  }

  enum Expect: Decodable {
    case accept
    case refuse(Refusal)

    struct Refusal: Decodable {
      var code: ErrorCode
      var requirement: String
      var level: String
    }

    init(from decoder: any Decoder) throws {
      let word = try? decoder.singleValueContainer().decode(String.self)
      self = if word == "accept" { .accept } else { .refuse(try Refusal(from: decoder)) }
    }

    func expectation(_ path: String) throws -> Vector.Expectation {
      switch self {
      case .accept: return .accept
      case .refuse(let refusal):
        guard let level = Vector.Level(rawValue: refusal.level) else {
          throw Vector.Malformed("\(path) has no level \(refusal.level)")
        }
        return .refuse(code: refusal.code, requirement: refusal.requirement, level: level)
      }
    }
  }
}
