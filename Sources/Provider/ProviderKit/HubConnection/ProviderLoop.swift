internal import BusProtocol
internal import ZeroMQ

/// The event loop of the thread that owns the socket.
///
/// It passes events to the session and performs the actions that it returns.
struct ProviderLoop: ~Copyable {
  private let endpoint: String
  private let lifeline: Lifeline
  private let mailbox: Mailbox
  private let executor: CallExecutor
  private let context: Context
  private var connection: Connection
  private var session: ProviderSession
  private var tasks: [Int: Task<Void, Never>] = [:]
  private let start = ContinuousClock.now
  private var status: Int32?

  /// The number of messages to receive before timeouts are checked again.
  private static let maxBatch = 64

  init(
    start startLine: StartLine,
    descriptor: Descriptor,
    executor: CallExecutor,
    lifeline: Lifeline,
    mailbox: Mailbox
  ) throws(ZeroMQError) {
    let context = try Context(maxSockets: 8)
    let connection = try Connection(
      context,
      to: startLine.endpoint,
      mailbox: mailbox,
      lifeline: lifeline
    )
    self.endpoint = startLine.endpoint
    self.lifeline = lifeline
    self.mailbox = mailbox
    self.executor = executor
    self.context = context
    self.session = ProviderSession(descriptor: descriptor, token: startLine.token)
    self.connection = connection
  }

  /// Serves calls until the session ends the program.
  ///
  /// - Returns: the exit status.
  mutating func run() throws(ZeroMQError) -> Int32 {
    try handle(.start)
    while status == nil {
      let isLifelineReadable = try connection.wait(timeoutMs: timeoutMs)
      if isLifelineReadable, lifeline.hasEnded() {
        try handle(.stop("the hub has exited"))
      }
      for event in mailbox.drain() { try handle(event) }
      for _ in 0..<ProviderLoop.maxBatch where status == nil {
        guard let frames = try connection.receive() else { break }
        try handle(event(of: frames))
      }
      try handle(.tick)
    }
    for task in tasks.values { task.cancel() }
    return status ?? ExitStatus.success
  }

  private var now: Int { start.duration(to: .now).milliseconds }

  private var timeoutMs: Int {
    min(1000, session.nextDeadline.map { max(0, $0 - now) } ?? 1000)
  }

  private func event(of frames: MultipartMessage) -> ProviderSession.Event {
    guard frames.excess == 0 else {
      return .receivedInvalid(.frameCount(frames.contents.count + frames.excess))
    }
    do throws(WireError) {
      return .received(try WireMessage(frames: frames.contents))
    } catch {
      return .receivedInvalid(error)
    }
  }

  private mutating func handle(_ event: ProviderSession.Event) throws(ZeroMQError) {
    if case .completed(let task, _) = event { tasks[task] = nil }
    for action in session.handle(event, at: now) { try perform(action) }
  }

  private mutating func perform(_ action: ProviderSession.Action) throws(ZeroMQError) {
    switch action {
    case .connect:
      connection = try Connection(context, to: endpoint, mailbox: mailbox, lifeline: lifeline)
    case .send(let message):
      do {
        try connection.send(message.frames())
      } catch let error as ZeroMQError {
        throw error
      } catch {
        StandardStreams.log("Could not encode a message: \(JSONCodec.describe(error))")
      }
    case .run(let task, let method, let parameters, let timeLeftMs):
      tasks[task] = run(task, method, parameters, .milliseconds(timeLeftMs))
    case .cancel(let task): tasks[task]?.cancel()
    case .log(let line): StandardStreams.log(line)
    case .exit(let status): self.status = status
    }
  }

  private func run(
    _ task: Int,
    _ method: Method,
    _ parameters: CallParameters,
    _ timeLeft: Duration
  ) -> Task<Void, Never> {
    let mailbox = mailbox
    let executor = executor
    let observer = CallContext.Observer(
      spent: { mailbox.post(.spent(task: task, upstream: $0, change: $1)) },
      streamed: { mailbox.post(.streamed(task: task, $0)) }
    )
    return Task {
      let completion = await executor.run(
        method,
        parameters,
        timeLeft: timeLeft,
        observer: observer
      )
      mailbox.post(.completed(task: task, completion))
    }
  }
}
