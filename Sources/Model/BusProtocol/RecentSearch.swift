/// A recent search, as in the reply to `searches.recent`.
public struct RecentSearch: Hashable, Sendable, Codable {
  public var method: Method
  public var text: String
  /// The age in milliseconds.
  public var ageMs: Int
  /// The number of results.
  public var total: Int

  public init(method: Method, text: String, ageMs: Int, total: Int) {
    self.method = method
    self.text = text
    self.ageMs = ageMs
    self.total = total
  }
}
