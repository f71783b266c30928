internal import FoundationEssentials
package import MusicModel

extension JSONValue {
  /// JSON as a person reads it, with members in the order of their names.
  package func prettyPrinted() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
