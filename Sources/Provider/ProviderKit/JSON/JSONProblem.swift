internal import JSON
public import MusicModel

/// The reason why a body is not one JSON document.
public enum JSONProblem: Error, Hashable, Sendable {
  case empty
  case html
  case xml
  case notUTF8
  case endsInTheMiddle
  case severalDocuments(line: Int)
  case notJSON(line: Int)
  /// JSON, but an array or a single value.
  case notJSONObject
  case tooDeep
  case tooManyValues
}

extension JSONProblem: CustomStringConvertible {
  /// A fragment that completes "… replied with".
  public var description: String {
    switch self {
    case .empty: "an empty body instead of JSON"
    case .html: "HTML instead of JSON"
    case .xml: "XML instead of JSON"
    case .notUTF8: "text that is not UTF-8"
    case .endsInTheMiddle: "JSON that ends in the middle"
    case .severalDocuments(let line):
      "several JSON documents in one (the next begins in line \(line))"
    case .notJSON(let line): "invalid JSON (line \(line))"
    case .notJSONObject: "JSON that is not an object"
    case .tooDeep: "JSON that is nested deeper than \(JSONDialect.foreign.maxDepth) levels"
    case .tooManyValues: "JSON with more than \(JSONDialect.foreign.maxValues) values"
    }
  }
}

extension JSONValue {
  /// Reads the one document of a foreign source's reply, leniently (``JSONDialect/foreign``).
  public init(foreign bytes: [UInt8]) throws(JSONProblem) {
    do throws(JSONError) {
      self = try JSONValue(bytes, .foreign)
    } catch {
      throw JSONProblem(error, in: bytes)
    }
  }
}

extension JSONProblem {
  fileprivate init(_ error: JSONError, in bytes: [UInt8]) {
    let start = JSONCursor(bytes, dialect: .foreign)
    let rest = JSONCursor(bytes, error.offset..<bytes.count, dialect: .foreign)
    let line = error.position(in: bytes).line
    if error.kind == .notUTF8 {
      self = .notUTF8
    } else if start.next == nil {
      self = .empty
    } else if start.next == UInt8(ascii: "<") {
      self = JSONProblem.isHTML(bytes) ? .html : .xml
    } else if error.kind == .tooDeep {
      self = .tooDeep
    } else if error.kind == .tooManyValues {
      self = .tooManyValues
    } else if error.isTruncated {
      self = .endsInTheMiddle
    } else if error.kind == .trailingText, rest.isAt(.object) || rest.isAt(.array) {
      self = .severalDocuments(line: line)
    } else {
      self = .notJSON(line: line)
    }
  }

  private static func isHTML(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(2000), as: UTF8.self).lowercased()
    return ["<html", "<!doctype html", "<body"].contains { start.contains($0) }
  }
}
