internal import Glibc
internal import HostKit
internal import HubCore
internal import ZeroMQ

/// Who may connect to the hub: processes of its own user, while there are descriptors for them.
struct ConnectionGuard: ~Copyable {
  /// The name by which the hub's sockets ask for it.
  static let domain = "musicbus"
  /// Descriptors that are kept free of connections: for processes, files and those who ask to come
  /// in at the same moment.
  static func reserve(of descriptors: Int) -> Int { min(64, descriptors / 4) }

  private var keeper: ZAPHandler
  private let user = getuid()
  private var lines = LogRateLimiter()

  init(_ context: Context) throws(ZeroMQError) { keeper = try ZAPHandler(context) }

  borrowing func add(to poller: inout Poller) -> Int { keeper.add(to: &poller) }

  /// Lets in who may come in.
  ///
  /// - Returns: lines for the log, of those who may not.
  mutating func answer(at now: Instant) throws(ZeroMQError) -> [String] {
    var refusals: [String] = []
    let user = user
    try keeper.decide { credentials in
      guard let reason = ConnectionGuard.refusal(of: credentials, user) else { return .admitted }
      refusals.append(reason)
      return .refused
    }
    return refusals.compactMap { text in
      switch lines.take(at: now) {
      case .write: text
      case .writeLast:
        "\(text) More of the kind is left out for \(LogRateLimiter.windowMs / 1000) s."
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
