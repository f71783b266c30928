internal import FoundationEssentials
package import MusicModel

extension JSONValue {
  /// The value as indented JSON with sorted members.
  package func prettyPrinted() throws -> String {
    // Foundation would put an empty line between the braces.
    if self == .object([:]) { return "{}" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
