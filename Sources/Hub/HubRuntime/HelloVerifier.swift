internal import BusProtocol
internal import Glibc
internal import HubCore
internal import ZeroMQ

/// Verifies a hello by the process credentials of its sender, which the core cannot see.
struct HelloVerifier {
  let processes: ProviderProcesses

  /// The reason to reject it, or `nil`.
  func refusal(
    of hello: WireMessage,
    from peer: Peer,
    _ sender: ProcessCredentials?
  ) -> Failure? {
    guard HelloVerifier.isGenerated(peer.routing) else {
      return Failure(
        .protocolViolation,
        "A peer must not choose its routing id; leave it to ZeroMQ (MB-001)."
      )
    }
    // The core rejects unknown tokens itself.
    guard peer.side == .provider, let token = (try? hello.decodeBody(Hello.self))?.token,
      let owner = processes.owner(of: token)
    else { return nil }
    guard let sender, getpgid(sender.pid) == owner else {
      let who = sender.map { "process \($0.pid) outside it" } ?? "an unknown process"
      return Failure(
        .tokenInvalid,
        "The token belongs to process group \(owner), but \(who) presented the token (MB-233)."
      )
    }
    processes.recordInJournal(token)
    return nil
  }

  /// A router gives five bytes, the first of them zero, to each that does not choose.
  private static func isGenerated(_ routing: [UInt8]) -> Bool {
    routing.count == 5 && routing.first == 0
  }
}
