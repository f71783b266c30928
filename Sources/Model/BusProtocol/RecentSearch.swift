/// Something that was searched for, as `searches.recent` tells it.
public struct RecentSearch: Hashable, Sendable, Codable {
  public var method: Method
  public var text: String
  /// How long ago, in milliseconds.
  public var ageMs: Int
  /// How many were found.
  public var total: Int

  public init(method: Method, text: String, ageMs: Int, total: Int) {
    self.method = method
    self.text = text
    self.ageMs = ageMs
    self.total = total
  }
}
