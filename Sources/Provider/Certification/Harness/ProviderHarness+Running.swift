internal import HostKit
internal import MusicModel
internal import ZeroMQ

/// The event loop of the simulated hub.
extension ProviderHarness {
  /// Runs the hub until a condition holds.
  ///
  /// - Returns: whether it holds within the time.
  /// - Throws: if the provider exits.
  func run(for time: Duration, until condition: () -> Bool) throws -> Bool {
    let deadline = Deadline.after(time)
    while !condition() {
      if findings.isCutShort { throw CheckInterruption.cutShort }
      if let termination {
        throw CheckInterruption.failed("The provider exited (\(termination)).\(log.lastLine)")
      }
      guard try turn(deadline) else { return condition() }
    }
    return true
  }

  /// Runs the hub for a period.
  func run(for time: Duration) throws { _ = try run(for: time) { false } }

  /// Runs the hub until the process exits.
  ///
  /// - Returns: its termination; `nil` if it did not exit in time.
  func waitForExit(within time: Duration) throws -> ChildProcess.Termination? {
    let deadline = Deadline.after(time)
    while termination == nil {
      guard try turn(deadline) else { break }
    }
    return termination
  }

  /// Handles one message, or waits for an event.
  ///
  /// - Returns: whether there is time left.
  private func turn(_ deadline: Deadline) throws -> Bool {
    try pingIfDue()
    if let (peer, frames) = try socket?.receive() {
      try receive(frames, from: peer)
      return true
    }
    log.drain(child)
    guard !deadline.isExpired else { return false }
    var poller = Poller()
    socket?.add(to: &poller)
    _ = poller.add(changed)
    for file in log.openFiles(of: child) { _ = poller.add(descriptor: file.descriptor) }
    let exit = termination == nil ? poller.add(descriptor: child.end.descriptor) : nil
    let pingMs = isPinging ? max(1, behavior.pingMs) : 1000
    _ = try poller.wait(timeoutMs: min(deadline.remainingMs, pingMs))
    changed.reset()
    if let exit, poller.isReadable(exit) { try handleExit() }
    return true
  }

  /// Receives the last messages of the process, then reaps it.
  private func handleExit() throws {
    while let (peer, frames) = try socket?.receive() { try receive(frames, from: peer) }
    log.drain(child)
    orphans = ProcessGroup(id: child.pid).members.filter { $0 != child.pid }
    termination = child.reap()
  }

  private var isPinging: Bool {
    behavior.sendsPings && !isSilent && transcript.sid != nil && transcript.peer != nil
      && termination == nil && !transcript.closedSids.contains(transcript.sid ?? "")
  }

  private func pingIfDue() throws {
    guard isPinging, MonotonicClock.nowMs - lastSentMs >= behavior.pingMs else { return }
    // A lost connection shows when a check sends something or the provider reconnects.
    _ = try? ping()
  }

  private func receive(_ frames: MultipartMessage, from peer: RoutingID) throws {
    let (message, problems) = WireRules.read(frames.contents, excess: frames.excess, from: peer)
    findings.add(problems)
    let names = findings.secrets.names(
      in: frames.contents.dropFirst().prefix(2).map { String(decoding: $0, as: UTF8.self) }.joined()
    )
    findings.add(
      names.map { Finding("noise.secrets", "A message contains \"\($0)\" of the configuration.") }
    )
    guard let message else { return }
    noteRequests(of: message)
    findings.add(transcript.receive(message, at: MonotonicClock.nowMs))
    if message.type == "hello", acceptsHellos, !isSilent { try welcome(message) }
  }

  /// Counts the requests of a call, and notes if the real source refused one for want of a budget.
  private func noteRequests(of message: ReceivedMessage) {
    guard ["done", "error"].contains(message.type) else { return }
    findings.add(requests: (message.body["spent"]?.members ?? [:]).compactMapValues(\.integer))
    guard proxies.isEmpty, message.body["code"]?.text == "UPSTREAM_RATE_LIMITED" else { return }
    let wait = message.body["retryAfterMs"]?.integer.map { " Try again in \(($0 + 999) / 1000) s." }
    findings.noteRateLimit(
      during: check(),
      "The source limits the rate of requests: \(message.body["message"]?.text ?? "")\(wait ?? "")"
    )
  }
}
