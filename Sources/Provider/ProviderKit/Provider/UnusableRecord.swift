/// The error to throw for a record that cannot be converted; see ``Call/convert(_:_:)``.
public struct UnusableRecord: Error, Hashable, Sendable {
  /// A short reason without data of the record; equal reasons are counted together.
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}
