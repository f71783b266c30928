import BusProtocol
import ClientKit
import Dispatch
import FavoritesModel
import FoundationEssentials
import Glibc
import HostKit
import Importing
import JSON
import MusicModel
import Synchronization

/// The files that the page sends: they arrive in parts, are read, and are handed to the hub, which imports them.
final class ImportJobs: Sendable {
  /// A file that arrives, or has.
  private struct Job {
    let directory: TemporaryDirectory
    let path: String
    let name: String
    var byteCount = 0
    var lastPart = ContinuousClock.now
    var isWhole = false
    var result: Result<ImportReport, ImportFailure>?

    /// Whether it no longer arrives.
    var isAbandoned: Bool { !isWhole && .now - lastPart > .seconds(60) }
  }

  private static let maxJobs = 8
  private static let maxBytes = 1 << 28

  private let environment: Environment
  private let connect: @Sendable () throws(ClientError) -> BusClient
  private let defaults: ClientDefaults
  private let directory: String
  private let jobs = Mutex<[(id: String, job: Job)]>([])

  /// `connect` opens a session with the hub, which the thread of a file has for itself.
  ///
  /// Removes what a process that was killed has received in the directory, which belongs to this one alone.
  init(
    _ environment: Environment,
    _ defaults: ClientDefaults,
    in directory: String,
    connect: @escaping @Sendable () throws(ClientError) -> BusClient
  ) {
    (self.environment, self.defaults) = (environment, defaults)
    (self.directory, self.connect) = (directory, connect)
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Begins to receive a file.
  ///
  /// - Returns: the number of its job.
  /// - Throws: ``ImportFailure``
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
      if jobs.count >= ImportJobs.maxJobs,
        let old = jobs.firstIndex(where: { $0.job.result != nil })
      {
        jobs.remove(at: old)
      }
      guard jobs.count < ImportJobs.maxJobs else {
        throw ImportFailure("Too many files are being imported; try again later.")
      }
      jobs.append((id, Job(directory: directory, path: "\(directory.path)/file", name: safe)))
    }
    return id
  }

  /// Appends a part of a file; after the last one, hands the file to the hub.
  func receive(_ bytes: [UInt8], of id: String, isLast: Bool) throws {
    let whole: Job? = try jobs.withLock { jobs in
      guard let index = jobs.firstIndex(where: { $0.id == id }), !jobs[index].job.isWhole else {
        throw ImportFailure("This upload is unknown, or it is complete already.")
      }
      jobs[index].job.byteCount += bytes.count
      guard jobs[index].job.byteCount <= ImportJobs.maxBytes else {
        jobs.remove(at: index)
        throw ImportFailure("The file has more than \(ImportJobs.maxBytes >> 20) MiB.")
      }
      jobs[index].job.lastPart = .now
      do {
        let file = try FileDescriptor(jobs[index].job.path, O_WRONLY | O_APPEND | O_CREAT)
        try file.write(bytes)
      } catch {
        jobs.remove(at: index)
        throw error
      }
      jobs[index].job.isWhole = isLast
      return isLast ? jobs[index].job : nil
    }
    guard let whole else { return }
    // Reading a large file takes seconds, and waits for a program.
    DispatchQueue(label: "import").async { [self] in end(id, Result { try imported(whole) }) }
  }

  private func end(_ id: String, _ result: Result<ImportReport, any Error>) {
    jobs.withLock { jobs in
      guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
      unlink(jobs[index].job.path)
      jobs[index].job.result = result.mapError { error in
        switch error {
        case let failure as ImportFailure: failure
        case let error as ClientError: ImportFailure(error.message)
        default: ImportFailure("The import failed: \(error)")
        }
      }
    }
  }

  /// Reads a file, and hands it to the hub; those of MusicBus itself are imported then.
  private func imported(_ job: Job) throws -> ImportReport {
    let bytes = try FileDescriptor(job.path, O_RDONLY).readAll(atMost: ImportJobs.maxBytes)
    var file = try ExportReader(environment).read(bytes, name: job.name)
    let client = try connect()
    let (sender, batch) = (ImportSender(client), ImportSender.batch(of: bytes))
    guard let text = file.own else {
      if file.hasLinks {
        file = file.resolved(try settledProviders(client).flatMap { $0.urls ?? [] })
      }
      let start = Call.importsStart(batch).with { parameters in
        (parameters.country, parameters.lang) = (defaults.country, defaults.lang)
      }
      return try sender.start(start, file, name: job.name, directory: nil)
    }
    var own = FavoritesImport(beginning: text)
    var counts: [FavoriteResult.Outcome: Int] = [:]
    try sender.importOwn(&own, batch: batch) { results in
      for result in results { counts[result.outcome, default: 0] += 1 }
    }
    if !own.refused.isEmpty { counts[.refused, default: 0] += own.refused.count }
    return ImportReport(ownFile: job.name, batch: batch, counts)
  }

  /// The providers, as soon as each has said which URLs it knows, but not much later.
  private func settledProviders(_ client: BusClient) throws -> [ProviderStatus] {
    let deadline = Deadline.after(.seconds(5))
    while true {
      let providers = try client.call(.providers)
      guard providers.contains(where: { $0.state == .starting }), !deadline.isExpired else {
        return providers
      }
      try client.wait(.milliseconds(100))
    }
  }

  /// The state of a job, for the page.
  struct State: Encodable {
    let job: String
    let file: String
    /// The import that the hub carries out, as it was begun.
    let report: ImportReport?
    /// Why it failed, as a sentence.
    let problem: String?
  }

  /// The states of all jobs.
  var states: [State] {
    jobs.withLock { jobs in
      jobs.map { id, job in
        switch job.result {
        case .success(let report)?: State(job: id, file: job.name, report: report, problem: nil)
        case .failure(let error)?:
          State(job: id, file: job.name, report: nil, problem: error.message)
        case nil: State(job: id, file: job.name, report: nil, problem: nil)
        }
      }
    }
  }
}
