/// The reason why a call failed or a peer was refused (`Protocol/registry/errors.json`).
///
/// Open: the codes of third parties start with `X_`, and an unknown code is treated as `INTERNAL`.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension ErrorCode: CustomStringConvertible {
  public var description: String { rawValue }
}

extension ErrorCode {
  // What the caller did.
  public static let invalidHeader = ErrorCode(rawValue: "INVALID_HEADER")
  public static let invalidParams = ErrorCode(rawValue: "INVALID_PARAMS")
  public static let methodUnknown = ErrorCode(rawValue: "METHOD_UNKNOWN")
  public static let notFound = ErrorCode(rawValue: "NOT_FOUND")
  public static let notInCountry = ErrorCode(rawValue: "NOT_IN_COUNTRY")
  public static let tooLarge = ErrorCode(rawValue: "TOO_LARGE")
  public static let cancelled = ErrorCode(rawValue: "CANCELLED")
  public static let grantExceeded = ErrorCode(rawValue: "GRANT_EXCEEDED")
  public static let manifestInvalid = ErrorCode(rawValue: "MANIFEST_INVALID")

  // What a peer did to the protocol.
  public static let typeUnknown = ErrorCode(rawValue: "TYPE_UNKNOWN")
  public static let protocolViolation = ErrorCode(rawValue: "PROTOCOL_VIOLATION")
  public static let versionUnsupported = ErrorCode(rawValue: "VERSION_UNSUPPORTED")
  public static let sessionUnknown = ErrorCode(rawValue: "SESSION_UNKNOWN")
  public static let tokenInvalid = ErrorCode(rawValue: "TOKEN_INVALID")
  public static let duplicateCall = ErrorCode(rawValue: "DUPLICATE_CALL")

  // How the hub is.
  public static let busy = ErrorCode(rawValue: "BUSY")
  public static let noProvider = ErrorCode(rawValue: "NO_PROVIDER")
  public static let hubStopping = ErrorCode(rawValue: "HUB_STOPPING")
  public static let deadlineExceeded = ErrorCode(rawValue: "DEADLINE_EXCEEDED")
  public static let slowConsumer = ErrorCode(rawValue: "SLOW_CONSUMER")
  public static let sourcesFailed = ErrorCode(rawValue: "SOURCES_FAILED")
  public static let favoritesUnavailable = ErrorCode(rawValue: "FAVORITES_UNAVAILABLE")
  public static let notCached = ErrorCode(rawValue: "NOT_CACHED")

  // How a provider or its source is.
  public static let providerStarting = ErrorCode(rawValue: "PROVIDER_STARTING")
  public static let providerLost = ErrorCode(rawValue: "PROVIDER_LOST")
  public static let partLoss = ErrorCode(rawValue: "PART_LOSS")
  public static let upstreamUnavailable = ErrorCode(rawValue: "UPSTREAM_UNAVAILABLE")
  public static let upstreamUnreachable = ErrorCode(rawValue: "UPSTREAM_UNREACHABLE")
  public static let upstreamRateLimited = ErrorCode(rawValue: "UPSTREAM_RATE_LIMITED")
  public static let upstreamRefused = ErrorCode(rawValue: "UPSTREAM_REFUSED")
  public static let upstreamBadData = ErrorCode(rawValue: "UPSTREAM_BAD_DATA")
  public static let configurationInvalid = ErrorCode(rawValue: "CONFIGURATION_INVALID")
  public static let internalError = ErrorCode(rawValue: "INTERNAL")

  /// Every code of 1.0, in the order of the registry.
  public static let registered: [ErrorCode] = [
    invalidHeader, invalidParams, methodUnknown, notFound, notInCountry, tooLarge, cancelled,
    grantExceeded,
    manifestInvalid, typeUnknown, protocolViolation, versionUnsupported, sessionUnknown,
    tokenInvalid,
    duplicateCall, busy, noProvider, hubStopping, deadlineExceeded, slowConsumer, sourcesFailed,
    favoritesUnavailable, notCached, providerStarting, providerLost, partLoss, upstreamUnavailable,
    upstreamUnreachable, upstreamRateLimited, upstreamRefused, upstreamBadData,
    configurationInvalid, internalError,
  ]
}
