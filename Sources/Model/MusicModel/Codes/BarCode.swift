/// The bar code of a release (UPC, EAN), often part of the file name of its cover.
public enum BarCode {
  /// Finds a bar code in the URL of a cover: 12 to 14 digits with a valid check digit.
  public static func id(inArtwork url: String) -> EntityID? {
    let parts = url.split(separator: "/").dropLast()
    guard let file = parts.last else { return nil }
    let runs = file.split { !($0.isASCII && $0.isNumber) }
    return runs.lazy.compactMap { id($0) }.first
  }

  /// Returns the id for a bar code as users write it: `6 00019 63825 8`, `upc:600019638258`.
  public static func id(pasted text: some StringProtocol) -> EntityID? {
    text.withoutCodeName(["upc", "ean", "gtin"]).joinedDigits.flatMap { id($0) }
  }

  /// Returns the id for a bar code; `nil` if it is invalid.
  public static func id(_ digits: some StringProtocol) -> EntityID? {
    guard (12...14).contains(digits.utf8.count), isValid(digits) else { return nil }
    // The same code may have more or fewer leading zeros.
    let significant = digits.drop { $0 == "0" }
    guard significant.count >= 8 else { return nil }
    let padding = String(repeating: "0", count: max(0, 12 - significant.count))
    return EntityID(namespace: "upc", type: "album", value: padding + significant)
  }

  /// Verifies the check digit (GS1 General Specifications, 7.9). From the right, digits at even
  /// positions have weight 3.
  private static func isValid(_ digits: some StringProtocol) -> Bool {
    let numbers = digits.utf8.map { Int($0) - 0x30 }
    guard numbers.allSatisfy({ (0...9).contains($0) }) else { return false }
    let sum = numbers.reversed().enumerated().reduce(0) {
      $0 + $1.element * ($1.offset % 2 * 2 + 1)
    }
    return sum % 10 == 0
  }
}
