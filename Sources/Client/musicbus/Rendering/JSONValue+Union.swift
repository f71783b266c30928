import MusicModel

extension JSONValue {
  /// Whether the value of a member combines those of several sources.
  ///
  /// Lists and tables do. A reference to an artist or album is from one source.
  var combinesSources: Bool {
    switch self {
    case .array: true
    case .object(let members): members["name"] == nil && members["title"] == nil
    default: false
    }
  }
}
