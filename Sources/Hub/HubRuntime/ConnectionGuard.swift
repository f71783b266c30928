internal import Glibc
internal import HostKit
internal import HubCore
internal import ZeroMQ

/// Admits processes of the hub's user, while there are descriptors for them.
struct ConnectionGuard: ~Copyable {
  /// The ZAP domain of the hub's sockets.
  static let domain = "musicbus"
  /// Descriptors reserved for processes, files and connections that are being accepted.
  static func reserve(of descriptors: Int) -> Int { min(64, descriptors / 4) }

  private var handler: ZAPHandler
  private let user = getuid()
  private var lines = LogRateLimiter()

  init(_ context: Context) throws(ZeroMQError) { handler = try ZAPHandler(context) }

  borrowing func add(to poller: inout Poller) throws(ZeroMQError) -> Int {
    try handler.add(to: &poller)
  }

  /// Decides the pending connections.
  ///
  /// - Returns: log lines for the refused ones.
  mutating func admitConnections(at now: Instant) throws(ZeroMQError) -> [String] {
    var refusals: [String] = []
    let user = user
    try handler.decide { credentials in
      guard let reason = ConnectionGuard.refusal(of: credentials, user) else { return .admitted }
      refusals.append(reason)
      return .refused
    }
    return refusals.compactMap { text in
      switch lines.take(at: now) {
      case .write: text
      case .writeLast:
        "\(text) Similar messages are suppressed for \(LogRateLimiter.windowMs / 1000) s."
      case .suppress: nil
      }
    }
  }

  private static func refusal(of credentials: ProcessCredentials?, _ user: uid_t) -> String? {
    guard let credentials else {
      return "Refused a connection of an unknown process."
    }
    guard credentials.uid == user else {
      return "Refused process \(credentials.pid) of user \(credentials.uid); "
        + "this hub serves user \(user)."
    }
    guard DescriptorLimit.hasRoom(besides: reserve(of: DescriptorLimit.current)) else {
      return "Refused process \(credentials.pid); "
        + "the hub has no descriptors left (see ulimit -n)."
    }
    return nil
  }
}
