/// A code as users write it: in groups, or with the name of the code before it.
extension StringProtocol {
  /// Returns the text after the name of a code, as in `upc:600019638258` and `ISRC GBAYE9714951`.
  ///
  /// `names` are in lower case. Without a name, the text is returned.
  func withoutCodeName(_ names: [String]) -> String {
    let name = prefix { $0.isASCII && $0.isLetter }
    let rest = self[name.endIndex...]
    guard names.contains(name.lowercased()), rest.first == ":" || rest.first == " " else {
      return String(self)
    }
    return String(rest.dropFirst().drop { $0 == " " })
  }

  /// The digits of groups that single spaces or hyphens separate; `nil` for any other text.
  ///
  /// One group has at least five digits, which years and days of the month do not have.
  var joinedDigits: String? {
    let groups = split(omittingEmptySubsequences: false) { $0 == " " || $0 == "-" }
    guard groups.contains(where: { $0.count >= 5 }),
      groups.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    return groups.joined()
  }
}
