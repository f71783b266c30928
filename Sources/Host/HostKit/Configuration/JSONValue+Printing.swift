internal import FoundationEssentials
package import MusicModel

extension JSONValue {
  /// JSON as a person reads it, with members in the order of their names.
  package func prettyPrinted() throws -> String {
    // Foundation would put an empty line between the braces.
    if self == .object([:]) { return "{}" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
