/// The body of `pong`: that the dispatch loop lives, and whether work moves.
public struct Pong: Hashable, Sendable, Codable {
  /// Calls being worked on.
  public var inflight: Int
  /// The age of the oldest of them, in milliseconds.
  public var oldestMs: Int
  /// Calls ended since the start.
  public var ended: Int

  public init(inflight: Int, oldestMs: Int, ended: Int) {
    self.inflight = inflight
    self.oldestMs = oldestMs
    self.ended = ended
  }
}
