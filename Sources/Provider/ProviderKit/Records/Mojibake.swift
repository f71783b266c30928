/// UTF-8 text that was decoded as Windows-1252: `Jonas Ã…kerlund`, `â€¦And Justice for All`.
public enum Mojibake {
  /// Returns the original text if the error is certain.
  ///
  /// It is certain if all characters are bytes of Windows-1252 and the bytes are valid, non-ASCII
  /// UTF-8. Correct text does not qualify: `é` alone is not UTF-8.
  public static func repaired(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = byte(of: scalar) else { return text }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }

  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    if let byte = windows[scalar] { return byte }
    // The five undefined bytes of Windows-1252 are decoded as control characters.
    return scalar.value < 0x100 ? UInt8(scalar.value) : nil
  }

  private static let windows: [Unicode.Scalar: UInt8] = [
    "€": 0x80, "‚": 0x82, "ƒ": 0x83, "„": 0x84, "…": 0x85, "†": 0x86, "‡": 0x87, "ˆ": 0x88,
    "‰": 0x89, "Š": 0x8A, "‹": 0x8B, "Œ": 0x8C, "Ž": 0x8E, "‘": 0x91, "’": 0x92, "“": 0x93,
    "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97, "˜": 0x98, "™": 0x99, "š": 0x9A, "›": 0x9B,
    "œ": 0x9C, "ž": 0x9E, "Ÿ": 0x9F,
  ]
}
