/// The code of a recording (ISRC).
public enum RecordingCode {
  /// Returns the id for a code as users write it, such as `isrc:GBAYE9714951`.
  public static func id(pasted text: some StringProtocol) -> EntityID? {
    id(text.withoutCodeName(["isrc"]))
  }

  /// Returns the id for a code, which may contain hyphens and spaces; `nil` if it is invalid.
  public static func id(_ code: some StringProtocol) -> EntityID? {
    let value = code.uppercased().filter { $0 != "-" && $0 != " " }
    let bytes = Array(value.utf8)
    guard bytes.count == 12, bytes[..<2].allSatisfy(isLetter),
      bytes[2..<5].allSatisfy({ isLetter($0) || isDigit($0) }), bytes[5...].allSatisfy(isDigit)
    else { return nil }
    return EntityID(namespace: "isrc", type: "recording", value: value)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
