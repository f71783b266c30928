internal import HostKit
internal import ZeroMQ

/// Waiting, as a hub waits: with an ear for everything.
extension ProviderHarness {
  /// Plays the hub until something holds.
  ///
  /// - Returns: whether it does, within the time.
  /// - Throws: where the provider ends meanwhile.
  func play(for time: Duration, until holds: () -> Bool) throws -> Bool {
    let deadline = Deadline.after(time)
    while !holds() {
      if let ending {
        throw CheckInterruption.failed("The provider ended (\(ending)).\(log.lastWords)")
      }
      guard try turn(deadline) else { return holds() }
    }
    return true
  }

  /// Plays the hub for that long, whatever happens.
  func play(for time: Duration) throws { _ = try play(for: time) { false } }

  /// Plays the hub until the process has ended.
  ///
  /// - Returns: how it ended, or nothing where it did not.
  func playToEnd(within time: Duration) throws -> ChildProcess.Termination? {
    let deadline = Deadline.after(time)
    while ending == nil {
      guard try turn(deadline) else { break }
    }
    return ending
  }

  /// Takes what is there, or waits for something to happen.
  ///
  /// - Returns: whether there is time left.
  private func turn(_ deadline: Deadline) throws -> Bool {
    try pingIfDue()
    if let (peer, frames) = try socket?.receive() {
      try take(frames, from: peer)
      return true
    }
    log.drain(child)
    guard !deadline.isExpired else { return false }
    var poller = Poller()
    socket?.add(to: &poller)
    _ = poller.add(changed)
    for file in log.openFiles(of: child) { _ = poller.add(descriptor: file.descriptor) }
    let end = ending == nil ? poller.add(descriptor: child.end.descriptor) : nil
    let pingMs = isPinging ? max(1, role.pingMs) : 1000
    _ = try poller.wait(timeoutMs: min(deadline.remainingMs, pingMs))
    changed.reset()
    if let end, poller.isReadable(end) { try takeEnd() }
    return true
  }

  /// The last messages of a process come before its end.
  private func takeEnd() throws {
    while let (peer, frames) = try socket?.receive() { try take(frames, from: peer) }
    log.drain(child)
    leftBehind = ProcessGroup(id: child.pid).members.filter { $0 != child.pid }
    ending = child.reap()
  }

  private var isPinging: Bool {
    role.isAlive && !isSilent && talk.sid != nil && talk.peer != nil && ending == nil
      && !talk.closedSids.contains(talk.sid ?? "")
  }

  private func pingIfDue() throws {
    guard isPinging, MonotonicClock.nowMs - lastSentMs >= role.pingMs else { return }
    // A connection that is gone shows where a check sends something, or when the provider is back.
    _ = try? ping()
  }

  private func take(_ frames: MultipartMessage, from peer: RoutingID) throws {
    let (message, findings) = WireRules.read(frames.contents, excess: frames.excess, from: peer)
    record.note(findings)
    guard let message else { return }
    record.note(talk.take(message, at: MonotonicClock.nowMs))
    if message.type == "hello", answersHellos, !isSilent { try welcome(message) }
  }
}
