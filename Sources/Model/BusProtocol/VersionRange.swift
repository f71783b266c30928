/// The versions that one side speaks, within one major.
public struct VersionRange: Hashable, Sendable, Codable {
  public var min: ProtocolVersion
  public var max: ProtocolVersion

  public init(min: ProtocolVersion, max: ProtocolVersion) {
    self.min = min
    self.max = max
  }

  /// What this code speaks.
  public static let supported = VersionRange(
    min: ProtocolVersion(major: 1, minor: 0),
    max: .current
  )

  /// The highest version that both sides speak, or nothing where there is none. A range over
  /// several majors does not tell the minors of the lower ones, so it has nothing in common.
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
