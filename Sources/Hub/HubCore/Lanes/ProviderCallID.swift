/// The hub's id of a provider call; its text is the id of the message.
struct ProviderCallID: Hashable, Sendable, Comparable {
  let number: Int

  init(number: Int) { self.number = number }

  /// Parses the `re` of a reply.
  init?(_ text: String) {
    guard text.hasPrefix("q"), let number = Int(text.dropFirst()) else { return nil }
    self.number = number
  }

  var text: String { "q\(number)" }

  static func < (left: ProviderCallID, right: ProviderCallID) -> Bool { left.number < right.number }
}
