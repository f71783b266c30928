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

  borrowing func add(to poller: inout Poller) -> Int { handler.add(to: &poller) }

  /// Lets in who may come in.
  ///
  /// - Returns: lines for the log, of those who may not.
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
      return "A connection is refused: the system does not say whose it is."
    }
    guard credentials.uid == user else {
      return "A connection of process \(credentials.pid) is refused: it belongs to user "
        + "\(credentials.uid), and this is the hub of user \(user)."
    }
    guard DescriptorLimit.hasRoom(besides: reserve(of: DescriptorLimit.current)) else {
      return "A connection of process \(credentials.pid) is refused: "
        + "the hub has no descriptors left for it (see ulimit -n)."
    }
    return nil
  }
}
