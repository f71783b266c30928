import BusProtocol
import Dispatch
import Foundation
import HostKit
import MusicModel
import ProviderKit
import Synchronization

/// The program of a provider: one process, started at the first call, with the calls that run in it.
actor LineProgram {
  /// How the program is started.
  struct Command: Sendable {
    var launch: Launch
    /// The first line that it gets.
    var start: [String: JSONValue]
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
    let writer: LineWriter
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

  private static let timers = DispatchQueue(label: "timers of the program")
  /// The most lines of a call that wait to be handled.
  private static let maxLines = 256
  /// The time in which the program ends a cancelled call.
  private static let cancelTime = DispatchTimeInterval.milliseconds(500)
  /// The time without a call after which the program is ended.
  private static let idleTime = DispatchTimeInterval.seconds(300)
  /// The time in which a program exits whose standard input has ended.
  private static let exitTime = DispatchTimeInterval.seconds(2)

  init(_ command: Command) { self.command = command }

  /// Passes a call to the program, which is started if it does not run.
  func begin(_ call: Call) throws(Failure) -> RunningCall {
    try startIfNeeded()
    lastID += 1
    let id = lastID
    let (lines, continuation) = AsyncThrowingStream.makeStream(
      of: ProgramLine.self,
      bufferingPolicy: .bufferingOldest(LineProgram.maxLines)
    )
    calls[id] = continuation
    send(
      [
        "method": .string(call.method.rawValue), "params": LineProgram.parameters(of: call),
        "timeoutMs": .integer(max(0, Int(call.timeLeft / .milliseconds(1)))),
      ],
      to: id
    )
    return RunningCall(id: id, lines: lines)
  }

  /// Sends a line about a call that still runs.
  func send(_ line: [String: JSONValue], to id: Int) {
    guard calls[id] != nil else { return }
    write(line.merging(["id": .integer(id)]) { $1 })
  }

  /// Ends a call before the program does. A program that does not end it in time is ended itself.
  func cancel(_ id: Int) {
    guard calls.removeValue(forKey: id) != nil, let number = running?.number else { return }
    cancelled.insert(id)
    write(["id": .integer(id), "cancel": .bool(true)])
    later(LineProgram.cancelTime) { await $0.endIfCancelled(id, in: number) }
  }

  /// Fails a call from here; the program has to end it, too.
  func fail(_ id: Int, _ failure: Failure) {
    calls[id]?.finish(throwing: failure)
    cancel(id)
  }

  private func write(_ line: [String: JSONValue]) {
    if running?.writer.send(line) == false { end("The program does not read its input.") }
  }

  private func endIfCancelled(_ id: Int, in number: Int) {
    guard running?.number == number, cancelled.contains(id) else { return }
    end("The program did not end a cancelled call.")
  }

  private func startIfNeeded() throws(Failure) {
    guard running == nil else { return }
    do throws(SystemError) {
      let child = try ChildProcess(command.launch)
      guard let input = child.input, let output = child.output else { return }
      starts += 1
      let reader = LineReader(output)
      running = Running(
        number: starts,
        child: child,
        reader: reader,
        writer: LineWriter(input)
      )
      write(command.start)
      Task { [number = starts] in await self.follow(reader, number) }
    } catch {
      throw Failure(.internalError, "Could not start the program: \(error)")
    }
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
    let line: ProgramLine
    do throws(Failure) {
      line = try ProgramLine.read(bytes)
    } catch {
      return end(error.message)
    }
    if cancelled.contains(line.id) {
      if line.isTerminal { cancelled.remove(line.id) }
      return
    }
    guard let call = calls[line.id] else {
      return end("The program wrote a line for call \(line.id), which does not run.")
    }
    if case .dropped = call.yield(line) {
      return fail(line.id, Failure(.upstreamBadData, "The program wrote too many lines."))
    }
    guard line.isTerminal else { return }
    calls[line.id] = nil
    call.finish()
    guard calls.isEmpty else { return }
    let last = lastID
    later(LineProgram.idleTime) { await $0.stopIfIdle(since: last) }
  }

  /// Ends a program without calls, which starts again at the next one.
  private func stopIfIdle(since last: Int) {
    guard lastID == last, calls.isEmpty, let idle = running else { return }
    (running, cancelled) = (nil, [])
    idle.child.closeLifeline()
    idle.reader.stop()
    ending[idle.number] = idle.child
    later(LineProgram.exitTime) { [number = idle.number] in await $0.forget(number) }
  }

  /// The process is killed and reaped with its object.
  private func forget(_ number: Int) { ending[number] = nil }

  /// The program has closed its output.
  private func ended() {
    let termination = running?.child.waitForExit(.after(.milliseconds(200)))
    if termination == .exited(ExitCode.configuration) { exit(ExitCode.configuration) }
    end("The program \(termination?.clause ?? "closed its output").")
  }

  /// Kills the process with everything that it has started, and fails its calls with a reason.
  private func end(_ reason: String) {
    running?.reader.stop()
    (running, cancelled) = (nil, [])
    FileHandle.standardError.write(Data((reason + "\n").utf8))
    for call in calls.values { call.finish(throwing: Failure(.upstreamBadData, reason)) }
    calls = [:]
  }

  private func later(
    _ time: DispatchTimeInterval,
    _ work: @escaping @Sendable (LineProgram) async -> Void
  ) {
    LineProgram.timers.asyncAfter(deadline: .now() + time) { [weak self] in
      guard let self else { return }
      Task { await work(self) }
    }
  }

  /// The parameters of a call for the program: without what concerns only this process.
  private static func parameters(of call: Call) -> JSONValue {
    var parameters = call.parameters
    parameters.grant = nil
    return (try? JSONValue(JSONCodec.encode(parameters), .wire)) ?? .object([:])
  }
}

/// The statuses with which programs exit (sysexits.h).
enum ExitCode {
  static let usage: Int32 = 64
  /// It cannot run with its configuration; a restart would not help.
  static let configuration: Int32 = 78
}
