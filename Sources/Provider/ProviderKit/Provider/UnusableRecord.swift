/// One record of a source cannot be used, and why: told in a few words, as it is counted by them.
public struct UnusableRecord: Error, Hashable, Sendable {
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}
