internal import BusProtocol
internal import ZeroMQ

/// The thread that owns the socket: it waits, hands what happens to the session, and does what
/// the session says. It decides nothing itself.
struct ProviderLoop: ~Copyable {
  private let endpoint: String
  private let lease: Lifeline
  private let mailbox: Mailbox
  private let runner: CallExecutor
  private let context: Context
  private var connection: Connection
  private var session: ProviderSession
  private var tasks: [Int: Task<Void, Never>] = [:]
  private let began = ContinuousClock.now
  private var status: Int32?

  /// Messages that are taken before the clock is looked at again.
  private static let batchMax = 64

  init(
    start: StartLine,
    promise: Descriptor,
    runner: CallExecutor,
    lease: Lifeline,
    mailbox: Mailbox
  ) throws(ZeroMQError) {
    let context = try Context(maxSockets: 8)
    let connection = try Connection(context, to: start.endpoint, mailbox: mailbox, lease: lease)
    self.endpoint = start.endpoint
    self.lease = lease
    self.mailbox = mailbox
    self.runner = runner
    self.context = context
    self.session = ProviderSession(promise: promise, token: start.token)
    self.connection = connection
  }

  /// Serves until there is no more reason to.
  ///
  /// - Returns: the exit status.
  mutating func run() throws(ZeroMQError) -> Int32 {
    try handle(.start)
    while status == nil {
      let isLeaseReadable = try connection.wait(timeoutMs: timeoutMs)
      if isLeaseReadable, lease.isOver() { try handle(.stop("the hub is gone")) }
      for event in mailbox.empty() { try handle(event) }
      for _ in 0..<ProviderLoop.batchMax where status == nil {
        guard let frames = try connection.receive() else { break }
        try handle(event(of: frames))
      }
      try handle(.tick)
    }
    for task in tasks.values { task.cancel() }
    return status ?? ExitStatus.success
  }

  private var now: Int { began.duration(to: .now).milliseconds }

  private var timeoutMs: Int {
    min(1000, session.nextDeadline.map { max(0, $0 - now) } ?? 1000)
  }

  private func event(of frames: MultipartMessage) -> ProviderSession.Event {
    guard frames.excess == 0 else {
      return .refused(.frameCount(frames.contents.count + frames.excess))
    }
    do throws(WireError) {
      return .received(try WireMessage(frames: frames.contents))
    } catch {
      return .refused(error)
    }
  }

  private mutating func handle(_ event: ProviderSession.Event) throws(ZeroMQError) {
    if case .ended(let run, _) = event { tasks[run] = nil }
    for action in session.handle(event, at: now) { try perform(action) }
  }

  private mutating func perform(_ action: ProviderSession.Action) throws(ZeroMQError) {
    switch action {
    case .connect:
      connection = try Connection(context, to: endpoint, mailbox: mailbox, lease: lease)
    case .send(let message):
      do {
        try connection.send(message.frames())
      } catch let error as ZeroMQError {
        throw error
      } catch {
        StandardStreams.log("A message could not be written: \(error)")
      }
    case .run(let run, let method, let parameters, let timeLeftMs):
      tasks[run] = start(run, method, parameters, .milliseconds(timeLeftMs))
    case .cancel(let run): tasks[run]?.cancel()
    case .log(let line): StandardStreams.log(line)
    case .exit(let status): self.status = status
    }
  }

  private func start(
    _ run: Int,
    _ method: Method,
    _ parameters: CallParameters,
    _ timeLeft: Duration
  ) -> Task<Void, Never> {
    let mailbox = mailbox
    let runner = runner
    let observer = CallContext.Observer(
      spent: { mailbox.post(.spent(run: run, upstream: $0)) },
      append: { mailbox.post(.appended(run: run, $0)) }
    )
    return Task {
      let ended = await runner.run(method, parameters, timeLeft: timeLeft, observer: observer)
      mailbox.post(.ended(run: run, ended))
    }
  }
}
