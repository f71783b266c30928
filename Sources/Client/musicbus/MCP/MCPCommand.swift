import BusProtocol
import ClientKit
import CommandKit
import Dispatch
import Glibc
import HostKit
import MusicModel
import Synchronization

/// `musicbus mcp`
enum MCPCommand {
  private static let allowChanges = Option(
    flag: "allow-changes",
    help: "Also offer tools that change favourites, and verdicts about what is the same."
  )

  static let command = Command<CommandAction>(
    "mcp",
    abstract: "Serve assistants on standard input and output (Model Context Protocol).",
    discussion: """
      Add it to an assistant as the command "musicbus mcp". Its tools search, list and explain; without \
      --allow-changes they change nothing. --country, --lang and --provider apply to all calls.
      """,
    uses: [GlobalOptions.sources],
    options: [allowChanges],
    examples: [
      Example("mcp", "Serve tools that read."),
      Example("mcp --allow-changes", "Serve tools for favourites, too."),
    ]
  ) { context, invocation in
    try MCPServer(context, MCPSession(allowsChanges: invocation[allowChanges])).run(
      context.locator()
    )
    return .ok
  }
}

/// The process of the server: a queue reads lines, the main thread makes the calls.
private final class MCPServer: Sendable {
  private let session: MCPSession
  private let queue: CallQueue
  private let settings: CommandContext.Settings
  private let defaults: (country: String?, lang: String?)
  private let isAtEnd = Atomic(false)
  /// Whether nobody reads the replies any more.
  private let isUnread = Atomic(false)
  /// The calls in flight by the text of their request's id, and the calls to be forgotten.
  private let running = Mutex<[JSONValue: CallQueue.Number]>([:])
  private let output = Mutex(())

  /// Its own hosts wait longer than people.
  private static let timeoutMs = 60_000

  init(_ context: CommandContext, _ session: MCPSession) throws {
    self.session = session
    settings = context.settings
    defaults = (
      try settings.country ?? context.configured(.country),
      try settings.lang ?? context.configured(.language)
    )
    queue = try CallQueue()
  }

  /// Serves until standard input ends, and all calls before have their replies.
  func run(_ locator: HubLocator) throws {
    SignalHandling.install()
    Glibc.signal(SIGPIPE, SIG_IGN)
    let runner = CallRunner(locator, queue)
    DispatchQueue(label: "lines of the assistant").async { self.read() }
    while !isUnread.load(ordering: .relaxed) {
      guard !isAtEnd.load(ordering: .acquiring) || running.withLock({ !$0.isEmpty }) else { return }
      try runner.step(until: .after(.seconds(3600)))
    }
  }

  private func read() {
    var line: [UInt8] = []
    var isTooLong = false
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for byte in buffer.prefix(count) {
        if byte == 0x0A {
          if isTooLong {
            write(MCPSession.error(.null, .invalid, "The message is too long."))
          } else if line.contains(where: { $0 > 0x20 }) {
            handle(line)
          }
          line.removeAll(keepingCapacity: true)
          isTooLong = false
        } else if line.count < MCPSession.maxLineBytes {
          line.append(byte)
        } else {
          isTooLong = true
        }
      }
    }
    isAtEnd.store(true, ordering: .releasing)
    queue.wake()
  }

  private func handle(_ line: [UInt8]) {
    switch session.receive(line) {
    case .send(let message)?: write(message)
    case .call(let request, let tool, let method, let parameters)?:
      call(request, tool, method, parameters)
    case .cancel(let id)?:
      // Nothing more is sent for it.
      if let number = running.withLock({ $0.removeValue(forKey: id) }) { queue.cancel(number) }
    case nil: break
    }
  }

  private func call(
    _ request: MCPRequest,
    _ tool: MCPTool,
    _ method: Method,
    _ parameters: CallParameters
  ) {
    var parameters = parameters
    let names = Methods[method]?.client.names ?? []
    if names.contains("country") { parameters.country = parameters.country ?? defaults.country }
    if names.contains("lang") { parameters.lang = parameters.lang ?? defaults.lang }
    if names.contains("waitMs") { parameters.waitMs = settings.wait.milliseconds }
    if names.contains("cache") { parameters.cache = settings.cache }
    if names.contains("providers"), !settings.providers.isEmpty {
      parameters.providers = settings.providers
    }
    let offset = tool.parameters.contains("offset") ? parameters.offset ?? 0 : nil
    let items = Mutex<[JSONValue]>([])
    running.withLock { running in
      running[request.id] = queue.submit(method, parameters, timeoutMs: MCPServer.timeoutMs) {
        [self] event in
        switch event {
        case .part(let message):
          items.withLock { $0 += MCPServer.body(message)["items"]?.elements ?? [] }
        case .done(let message):
          let members = MCPServer.members(message, items.withLock { $0 })
          guard let result = MCPResult.shaped(members, offset: offset) else {
            return end(request, request.failure("The result is too long."))
          }
          end(request, request.result(of: result))
        case .failed(let error):
          end(request, request.failure(tool.inItsWords(error.sentencesForAssistant, method)))
        }
      }
    }
  }

  /// Sends the result of a call, unless it was cancelled.
  private func end(_ request: MCPRequest, _ result: JSONValue) {
    guard running.withLock({ $0.removeValue(forKey: request.id) }) != nil else { return }
    write(result)
  }

  private static func body(_ message: WireMessage) -> JSONValue {
    message.body.flatMap { try? JSONCodec.decode(JSONValue.self, from: $0) } ?? [:]
  }

  /// The body of `done` with the items of the parts before it, and lyrics, which are an attachment.
  private static func members(_ message: WireMessage, _ items: [JSONValue]) -> [String: JSONValue] {
    var members = body(message).members ?? [:]
    members["parts"] = nil
    if !items.isEmpty { members["items"] = .array(items + (members["items"]?.elements ?? [])) }
    if let attachment = message.attachment {
      members["media"] = nil
      members["lyrics"] = try? JSONCodec.decode(JSONValue.self, from: attachment)
    }
    return members
  }

  private func write(_ message: JSONValue) {
    let bytes = EncodedJSON(message).bytes + [0x0A]
    output.withLock { _ in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return isUnread.store(true, ordering: .relaxed) }
        rest = rest.dropFirst(count)
      }
    }
  }
}

extension ClientError {
  /// What went wrong, and what an assistant can do; it has no shell, and is told no paths.
  var sentencesForAssistant: String {
    switch self {
    case .failed(let failure):
      if let time = failure.retryAfterMs {
        return "\(failure.message) Try again in \(WaitingTime.text(ms: time))."
      }
      let isTemporary: [ErrorCode] = [
        .busy, .hubStopping, .sourcesFailed, .providerLost, .upstreamUnavailable,
        .upstreamUnreachable,
        .deadlineExceeded,
      ]
      if failure.code == .notFound { return "\(failure.message) Search for it by name." }
      return isTemporary.contains(failure.code)
        ? "\(failure.message) Try again later." : failure.message
    case .timedOut: return "MusicBus did not reply in time. Try again later."
    case .hubLost, .refused: return "\(message) Try again."
    default: return "MusicBus does not work on this machine. Tell the user."
    }
  }
}
