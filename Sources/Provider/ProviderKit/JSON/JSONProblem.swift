/// What a body is that should have been one JSON document.
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
}

extension JSONProblem: CustomStringConvertible {
  /// In words that follow "answered with".
  public var description: String {
    switch self {
    case .empty: "an empty body instead of JSON"
    case .html: "HTML instead of JSON"
    case .xml: "XML instead of JSON"
    case .notUTF8: "text that is not UTF-8"
    case .endsInTheMiddle: "JSON that ends in the middle"
    case .severalDocuments(let line):
      "several JSON documents in one (the next begins in line \(line))"
    case .notJSON(let line): "something that is no JSON (line \(line))"
    case .notJSONObject: "JSON that is no object"
    case .tooDeep: "JSON that is nested deeper than \(LenientJSON.depthMax) levels"
    }
  }
}
