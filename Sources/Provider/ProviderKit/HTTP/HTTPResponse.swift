/// An HTTP response.
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  /// Header values by lower-case name.
  public var headers: [String: String]
  public var body: [UInt8]

  public init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
    self.body = body
  }
}
