/// The versions that one side speaks, within one major.
public struct VersionRange: Hashable, Sendable, Codable {
  public var min: ProtocolVersion
  public var max: ProtocolVersion

  public init(min: ProtocolVersion, max: ProtocolVersion) {
    self.min = min
    self.max = max
  }

  /// The versions that this code implements.
  public static let supported = VersionRange(
    min: ProtocolVersion(major: 1, minor: 0),
    max: .current
  )

  /// Returns the highest version that both sides implement, or `nil`. A range over several majors
  /// does not state the minors of the lower ones, so only the highest major counts.
  public func highestCommon(with other: VersionRange) -> ProtocolVersion? {
    guard min.major == max.major, other.min.major == other.max.major else { return nil }
    let highest = Swift.min(max, other.max)
    let lowest = Swift.max(min, other.min)
    return lowest <= highest ? highest : nil
  }

  /// Each version of the range, as a `reject` lists it.
  public var listed: [ProtocolVersion] {
    guard min.major == max.major, min.minor <= max.minor else { return [] }
    return (min.minor...max.minor).map { ProtocolVersion(major: min.major, minor: $0) }
  }
}
