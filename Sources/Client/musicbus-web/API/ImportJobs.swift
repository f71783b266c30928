import FoundationEssentials
import Glibc
import HostKit
import Importing
import JSON
import Synchronization

/// The imports that the page has begun: files as they arrive, and the commands that import them.
///
/// `musicbus favorites import` does the work, as it does in a terminal, and both know the same rows, doubts
/// and answers. It ends with this process, and continues when the file is imported again.
final class ImportJobs: Sendable {
  /// A file that arrives in parts, or that is being imported.
  fileprivate struct Job {
    let directory: TemporaryDirectory
    let path: String
    let name: String
    var byteCount = 0
    var lastPart = ContinuousClock.now
    var child: ChildProcess?
    var isDone = false

    /// What the command prints goes to files, so that it waits for nobody who reads it.
    var output: String { "\(directory.path)/.output" }
    var errors: String { "\(directory.path)/.errors" }
    /// Whether its file no longer arrives.
    var isAbandoned: Bool { child == nil && .now - lastPart > .seconds(60) }
  }

  /// What the command begins the sentence of an error with.
  fileprivate static let command = "musicbus: "
  private static let maxJobs = 8
  fileprivate static let maxBytes = 1 << 28

  private let environment: Environment
  private let directory: String
  private let jobs = Mutex<[(id: String, job: Job)]>([])

  /// Removes what a process that was killed has received in the directory, which belongs to this one alone.
  init(_ environment: Environment, in directory: String) {
    (self.environment, self.directory) = (environment, directory)
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// A problem with a file; the message is a sentence.
  struct Failure: Error {
    let message: String
  }

  /// Begins to receive a file.
  ///
  /// - Returns: the number of its job.
  func begin(_ name: String) throws -> String {
    let letters = name.unicodeScalars.filter { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " ._-".unicodeScalars.contains(scalar)
    }
    let text = String(String.UnicodeScalarView(letters)).prefix(100).drop { $0 == "." || $0 == "-" }
    let safe = text.isEmpty ? "file" : String(text)
    try HubPaths.makeDirectory(directory)
    let directory = try TemporaryDirectory(in: directory)
    let id = String(directory.path.split(separator: "-").last ?? "")
    try jobs.withLock { jobs in
      jobs.removeAll { $0.job.isAbandoned }
      if jobs.count >= ImportJobs.maxJobs, let old = jobs.firstIndex(where: { $0.job.isDone }) {
        jobs.remove(at: old)
      }
      guard jobs.count < ImportJobs.maxJobs else {
        throw Failure(message: "Too many files are being imported; try again later.")
      }
      let path = "\(directory.path)/\(safe)"
      jobs.append((id, Job(directory: directory, path: path, name: safe)))
    }
    return id
  }

  /// Appends a part of a file; after the last one, imports it.
  func receive(_ bytes: [UInt8], of id: String, isLast: Bool) throws {
    try jobs.withLock { jobs in
      guard let index = jobs.firstIndex(where: { $0.id == id }), jobs[index].job.child == nil else {
        throw Failure(message: "No file is expected.")
      }
      jobs[index].job.byteCount += bytes.count
      guard jobs[index].job.byteCount <= ImportJobs.maxBytes else {
        jobs.remove(at: index)
        throw Failure(message: "The file has more than \(ImportJobs.maxBytes >> 20) MiB.")
      }
      jobs[index].job.lastPart = .now
      do {
        let file = try FileDescriptor(jobs[index].job.path, O_WRONLY | O_APPEND | O_CREAT)
        try file.write(bytes)
        if isLast { jobs[index].job.child = try start(jobs[index].job) }
      } catch {
        jobs.remove(at: index)
        throw error
      }
    }
  }

  private func start(_ job: Job) throws -> ChildProcess {
    guard let program = ExecutableSearch.findBesideThis("musicbus", environment: environment) else {
      throw Failure(message: "The program musicbus is missing next to this one.")
    }
    let arguments = ["favorites", "import", "--json", "--", job.path]
    var launch = Launch(program, arguments, environment: environment)
    (launch.output, launch.errors) = (.file(job.output), .file(job.errors))
    return try ChildProcess(launch)
  }

  /// The state of a job, for the page.
  struct State: Encodable {
    let job: String
    let file: String
    let isDone: Bool
    /// What the command printed: its summary, or `nil`.
    let result: JSONValue?
    /// Why it failed, as a sentence.
    let problem: String?
  }

  /// The states of all jobs.
  var states: [State] {
    jobs.withLock { jobs in
      for index in jobs.indices { jobs[index].job.update() }
      return jobs.map { $0.job.state($0.id) }
    }
  }
}

extension ImportJobs.Job {
  /// Finds out whether the command has ended.
  fileprivate mutating func update() {
    guard let child, !isDone else { return }
    guard child.end.wait(.after(.zero)) else { return }
    _ = child.reap()
    isDone = true
  }

  fileprivate func state(_ id: String) -> ImportJobs.State {
    func text(_ path: String) -> String {
      let bytes = try? FileDescriptor(path, O_RDONLY).readAll(atMost: ImportJobs.maxBytes)
      return isDone ? String(decoding: bytes ?? [], as: UTF8.self) : ""
    }
    let lines = text(output).split(separator: "\n")
    let result = lines.last.flatMap { line in
      try? JSONCodec.decode(JSONValue.self, from: Array(line.utf8))
    }
    let isFailed = isDone && result?["matched"] == nil
    let problem = text(errors).split(separator: "\n")
      .first { $0.hasPrefix(ImportJobs.command) }?.dropFirst(ImportJobs.command.count)
    return ImportJobs.State(
      job: id,
      file: name,
      isDone: isDone,
      result: result,
      problem: isFailed ? problem.map(String.init) ?? "The import failed." : nil
    )
  }
}
