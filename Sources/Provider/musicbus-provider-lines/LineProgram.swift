import BusProtocol
import Dispatch
import HostKit
import MusicModel
import ProviderKit

/// The program of a provider: one process, started at the first call, with the calls that run in it.
actor LineProgram {
  /// How the program is started.
  struct Command: Sendable {
    var sandbox: ProgramSandbox
    /// The first line that it gets.
    var start: [String: JSONValue]
    /// The number of calls that it serves at the same time.
    var inflight: Int
    /// The time without a call after which it is ended.
    var idleTime: Duration
    /// Whether this process ends if the program cannot start any more.
    var isChecked = false
  }

  /// A call that runs in the program.
  struct RunningCall {
    let id: Int
    /// The lines of the program for it, until one ends it.
    let lines: AsyncThrowingStream<ProgramLine, any Error>
  }

  /// The running process.
  private struct Running {
    let number: Int
    let child: ChildProcess
    let reader: LineReader
    let errors: ErrorReader
    let writer: LineWriter
    /// The first call that it gets.
    let firstID: Int
    /// Whether it has written a line.
    var hasWritten = false
  }

  private let command: Command
  private var running: Running?
  private var starts = 0
  /// The processes that were told to exit.
  private var ending: [Int: ChildProcess] = [:]
  private var calls: [Int: AsyncThrowingStream<ProgramLine, any Error>.Continuation] = [:]
  /// The calls that the program has to end because they were cancelled.
  private var cancelled: Set<Int> = []
  private var lastID = 0
  /// The calls about which the program has written nothing.
  private var unanswered: Set<Int> = []
  /// The mistakes in its lines that have been logged.
  private var named: Set<String> = []
  private var lineCount = 0
  private var isChecking = false
  /// The calls that wait for one to end.
  private var waiting: [AsyncStream<Void>.Continuation] = []

  private static let timers = DispatchQueue(label: "timers of the program")
  /// The most lines of a call that wait to be handled.
  static let maxLines = 1_000
  /// The first lines are searched for misspelt members.
  private static let maxSearchedLines = 100
  /// A program that writes nothing about a call in this time has a fault.
  private static let silentTime = Duration.seconds(2)
  /// The time in which the program ends a cancelled call.
  private static let cancelTime = Duration.milliseconds(500)
  /// The interval between checks of the program's resource use.
  private static let checkTime = Duration.seconds(1)
  /// The time in which a program exits whose standard input has ended.
  private static let exitTime = Duration.seconds(2)

  init(_ command: Command) { self.command = command }

  /// Passes a call to the program, which is started if it does not run, as soon as it has room for one.
  func begin(
    _ call: Call,
    _ parameters: CallParameters
  ) async throws(Failure) -> RunningCall {
    while calls.count + cancelled.count >= command.inflight {
      let (turn, continuation) = AsyncStream.makeStream(of: Void.self)
      waiting.append(continuation)
      for await _ in turn { break }
      guard !Task.isCancelled else { throw LineCall.cancelled }
    }
    try startIfNeeded()
    lastID += 1
    let id = lastID
    let (lines, continuation) = AsyncThrowingStream.makeStream(
      of: ProgramLine.self,
      bufferingPolicy: .bufferingOldest(LineProgram.maxLines)
    )
    calls[id] = continuation
    unanswered.insert(id)
    let time = call.timeLeft
    send(
      [
        "method": .string(call.method.rawValue), "params": LineProgram.encoded(parameters),
        "timeoutMs": .integer(max(0, Int(call.timeLeft / .milliseconds(1)))),
      ],
      to: id
    )
    // The hub ends a call at its deadline, but nobody ends one that is tried without a hub.
    later(time) { await $0.endAtDeadline(id, after: time) }
    return RunningCall(id: id, lines: lines)
  }

  /// Sends a line about a call that still runs.
  func send(_ line: [String: JSONValue], to id: Int) {
    guard calls[id] != nil else { return }
    write(line.merging(["id": .integer(id)]) { $1 })
  }

  /// Ends a call before the program does. A program that does not end it in time is ended itself.
  func cancel(_ id: Int) {
    unanswered.remove(id)
    guard let call = calls.removeValue(forKey: id), let number = running?.number else { return }
    call.finish()
    cancelled.insert(id)
    write(["id": .integer(id), "cancel": .bool(true)])
    later(LineProgram.cancelTime) { await $0.endIfCancelled(id, in: number) }
  }

  /// Fails a call from here; the program has to end it, too.
  func fail(_ id: Int, _ failure: Failure) {
    calls[id]?.finish(throwing: failure)
    cancel(id)
  }

  private func endAtDeadline(_ id: Int, after time: Duration) {
    let problem = "The program did not end the call in time"
    guard unanswered.contains(id), time >= LineProgram.silentTime else {
      return fail(id, Failure(.deadlineExceeded, problem + "."))
    }
    let failure = Failure(
      .internalError,
      problem
        + ", and wrote nothing about it. It has to flush standard output after each line (Python: "
        + "print(…, flush=True)), and to read standard input line by line, not to its end."
    )
    fail(id, failure)
  }

  /// A message with the way to mend its cause, if that is known.
  nonisolated func explained(_ message: String) -> String {
    ProgramFault(id: command.start["provider"]?.text.flatMap { ProviderID(rawValue: $0) })
      .explained(message)
  }

  private func write(_ line: [String: JSONValue]) {
    guard let running else { return }
    let number = running.number
    let isSent = running.writer.send(line) { [weak self] in
      Task { await self?.endIfRunning(number, LineProgram.doesNotRead) }
    }
    if !isSent { end(LineProgram.doesNotRead) }
  }

  private static let doesNotRead = "The program stopped reading from standard input."

  private func endIfCancelled(_ id: Int, in number: Int) {
    if cancelled.contains(id) { endIfRunning(number, "The program did not end a cancelled call.") }
  }

  private func endIfRunning(_ number: Int, _ reason: String) {
    if running?.number == number { end(reason) }
  }

  private func startIfNeeded() throws(Failure) {
    guard running == nil else { return }
    do throws(SystemError) {
      var launch = command.sandbox.launch
      (launch.input, launch.output, launch.errors) = (.lifeline, .pipe, .pipe)
      let child = try ChildProcess(launch)
      guard let input = child.input, let output = child.output, let errors = child.errors else {
        throw SystemError("open its input and output")
      }
      starts += 1
      let lastError = ErrorReader(errors, until: child.end)
      let reader = LineReader(output, lastError, until: child.end)
      running = Running(
        number: starts,
        child: child,
        reader: reader,
        errors: lastError,
        writer: LineWriter(input),
        firstID: lastID + 1
      )
      write(command.start)
      Task { [number = starts] in await self.follow(reader, number) }
      checkLater(starts)
    } catch {
      checkStart()
      throw Failure(.internalError, "Could not start the program: \(error)")
    }
  }

  private func checkLater(_ number: Int) {
    later(LineProgram.checkTime) { await $0.checkUsage(number) }
  }

  /// Ends a program that uses too much.
  private func checkUsage(_ number: Int) {
    guard let running, running.number == number else { return }
    guard let excess = command.sandbox.excess(below: running.child.pid) else {
      return checkLater(number)
    }
    end("The program was ended. \(excess)")
  }

  /// Handles the lines of a process until it ends.
  private func follow(_ reader: LineReader, _ number: Int) async {
    for await event in reader.events {
      if running?.number == number {
        switch event {
        case .line(let line): handle(line)
        case .tooLong:
          end("The program wrote a line of more than \(LineReader.maxLineBytes) bytes.")
        case .end: ended()
        }
      }
      reader.handled()
    }
  }

  private func handle(_ bytes: [UInt8]) {
    running?.hasWritten = true
    let line: ProgramLine
    do throws(Failure) {
      line = try ProgramLine.read(bytes)
    } catch {
      return end(error.message)
    }
    nameMistakes(in: bytes)
    unanswered.remove(line.id)
    guard let call = calls[line.id] else {
      // What a program says of a call that has ended crosses with the cancel.
      guard let running, (running.firstID...max(running.firstID, lastID)).contains(line.id) else {
        return end(
          "The program wrote a line for call \(line.id), which was never made. \"id\" is that of the call."
        )
      }
      if line.isTerminal, cancelled.remove(line.id) != nil { callEnded() }
      return
    }
    if case .dropped = call.yield(line) {
      let most = LineProgram.maxLines
      return fail(
        line.id,
        Failure(.internalError, "The program wrote more than \(most) lines for a call at once.")
      )
    }
    guard line.isTerminal else { return }
    calls[line.id] = nil
    call.finish()
    callEnded()
  }

  /// Unknown members are ignored, so that a typing error shows nowhere else.
  private func nameMistakes(in line: [UInt8]) {
    guard lineCount < LineProgram.maxSearchedLines else { return }
    lineCount += 1
    for mistake in ProgramLine.misspelt(in: line) where named.insert(mistake).inserted {
      ProviderProgram.log(mistake)
    }
  }

  /// There is room for another call, or none is left.
  private func callEnded() {
    for call in waiting { call.finish() }
    waiting = []
    guard calls.isEmpty, cancelled.isEmpty, let number = running?.number else { return }
    let last = lastID
    later(command.idleTime) { await $0.stopIfIdle(number, since: last) }
  }

  /// Ends a program without calls, which starts again at the next one.
  private func stopIfIdle(_ number: Int, since last: Int) {
    guard let idle = running, idle.number == number, lastID == last, calls.isEmpty else { return }
    running = nil
    idle.child.closeLifeline()
    idle.reader.stop()
    ending[number] = idle.child
    later(LineProgram.exitTime) { await $0.forget(number) }
  }

  private func forget(_ number: Int) {
    ending.removeValue(forKey: number)?.kill()
    emptyHomeIfFull()
  }

  /// Only if no process of the program is left that may write there; otherwise, its end comes later.
  private func emptyHomeIfFull() {
    guard running == nil, ending.isEmpty, let outcome = command.sandbox.emptyIfFull() else {
      return
    }
    ProviderProgram.log(outcome)
  }

  /// The program has exited, or closed its output.
  private func ended() {
    let termination = running?.child.reap().map(command.sandbox.termination)
    if termination == .exited(ProviderProgram.configurationStatus) {
      running = nil
      emptyHomeIfFull()
      // The hub does not start this process again, until the configuration or the files change.
      ProviderProgram.end(ProviderProgram.configurationStatus)
    }
    var reason = "The program \(termination?.clause ?? "closed its output")"
    if case .exited? = termination, let last = running?.errors.last, !last.isEmpty {
      reason += ": \(last)"
    }
    reason += reason.hasSuffix(".") ? "" : "."
    if termination == .exited(0) {
      reason += " It has to read lines until standard input ends, and to end each call."
    }
    let isMute = running?.hasWritten == false
    end(explained(reason))
    if isMute { checkStart() }
  }

  /// Ends this process if the program cannot start: the hub starts it again, and says why it does not run. The calls
  /// have failed before; a program that can start has a fault in one of them only.
  private func checkStart() {
    guard command.isChecked, !isChecking else { return }
    isChecking = true
    DispatchQueue(label: "check of the program").async { [command] in
      do throws(Failure) {
        try ProgramCheck.run(command)
        Task { await self.checked() }
      } catch {
        ProviderProgram.log("\(error.code): \(error.message)")
        ProviderProgram.end(
          error.code == .configurationInvalid
            ? ProviderProgram.configurationStatus : ProviderProgram.failureStatus
        )
      }
    }
  }

  private func checked() { isChecking = false }

  /// Kills the process with everything that it has started, and fails its calls with a reason.
  private func end(_ reason: String) {
    running?.reader.stop()
    running?.child.kill()
    (running, cancelled) = (nil, [])
    ProviderProgram.log(reason)
    emptyHomeIfFull()
    for call in calls.values { call.finish(throwing: Failure(.internalError, reason)) }
    (calls, unanswered) = ([:], [])
    callEnded()
  }

  private func later(
    _ time: Duration,
    _ work: @escaping @Sendable (LineProgram) async -> Void
  ) {
    let milliseconds = DispatchTimeInterval.milliseconds(Int(time / .milliseconds(1)))
    LineProgram.timers.asyncAfter(deadline: .now() + milliseconds) { [weak self] in
      guard let self else { return }
      Task { await work(self) }
    }
  }

  /// The parameters of a call for the program: without what concerns only this process.
  private static func encoded(_ parameters: CallParameters) -> JSONValue {
    var parameters = parameters
    parameters.grant = nil
    return (try? JSONValue(JSONCodec.encode(parameters), .wire)) ?? .object([:])
  }
}
