import Certification
import Foundation
import Glibc
import HostKit

/// `musicbus-certify`: reads its options, has the provider certified, and prints the report.
@main
enum Main {
  /// The tool itself could not do its work.
  private static let impossible: CInt = 2

  static func main() {
    // A provider that ends before it has read its start line is a result, not our end.
    signal(SIGPIPE, SIG_IGN)
    do throws(UsageError) {
      let arguments = CommandLine.arguments.dropFirst()
      switch try CertifyCommand(arguments, environment: .current) {
      case .help: print(CertifyCommand.helpText)
      case .version: print("musicbus-certify 1.0.0")
      case .list: print(CertifyCommand.listText)
      case .certify(let subject, let settings):
        exit(inFolder { try certify(subject, settings, in: $0) })
      case .call(let subject, let method, let words):
        exit(inFolder { try call(subject, method, words, in: $0) })
      }
    } catch {
      complain("\(error.message) Try \"musicbus-certify --help\".")
      exit(impossible)
    }
  }

  private static func certify(
    _ subject: ProviderUnderTest,
    _ settings: Settings,
    in folder: TemporaryDirectory
  ) throws -> CInt {
    let report = try Certification(of: subject, settings.options, in: folder).run()
    if settings.writesJSON {
      for line in try report.jsonLines() { print(line) }
    } else {
      print(report.text())
    }
    if let path = settings.junitPath {
      try Data(report.junit().utf8).write(to: URL(filePath: path))
    }
    guard report.failed.isEmpty else { return 1 }
    return report.isCertified ? 0 : impossible
  }

  private static func call(
    _ subject: ProviderUnderTest,
    _ method: String,
    _ words: [String],
    in folder: TemporaryDirectory
  ) throws -> CInt {
    let result = try SingleCall(of: subject, method, words: words).run(in: folder)
    for line in result.lines { print(line) }
    for line in result.log.split(separator: "\n") { tell("log: \(line)") }
    tell(result.account)
    return result.isDone ? 0 : 1
  }

  private static func inFolder(_ work: (TemporaryDirectory) throws -> CInt) -> CInt {
    do {
      let folder = try TemporaryDirectory()
      defer { folder.remove() }
      try removeWhenInterrupted(folder)
      return try work(folder)
    } catch {
      complain("\(error)")
      return impossible
    }
  }

  /// Providers go by themselves when their lease ends; what must be put away is the folder.
  private static func removeWhenInterrupted(_ folder: TemporaryDirectory) throws {
    let signals = try SignalDescriptor([SIGINT, SIGTERM, SIGHUP])
    Thread.detachNewThread {
      var item = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&item, 1, -1) <= 0 {}
      folder.remove()
      exit(128 + (signals.next() ?? SIGINT))
    }
  }

  private static func complain(_ text: String) { tell("musicbus-certify: \(text)") }

  private static func tell(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }
}
