import Certification
import Foundation
import Glibc
import HostKit

/// `musicbus-certify`: reads its options, has the provider certified, and prints the report.
@main
enum Main {
  /// The tool itself could not do its work.
  static let impossible: CInt = 2

  static func main() {
    do throws(CertifyUsageError) {
      let arguments = CommandLine.arguments.dropFirst()
      switch try CertifyCommand(arguments, environment: .current) {
      case .help: print(CertifyCommand.helpText)
      case .version: print("musicbus-certify 1.0.0")
      case .list: print(CertifyCommand.listText)
      case .run(let certifying): exit(run(certifying))
      }
    } catch {
      complain("\(error.message) Try \"musicbus-certify --help\".")
      exit(impossible)
    }
  }

  private static func run(_ certifying: CertifyCommand.Certifying) -> CInt {
    do {
      let folder = try PrivateFolder()
      try removeWhenInterrupted(folder)
      let report = try Certification(of: certifying.subject, certifying.options, in: folder).run()
      if certifying.writesJSON {
        for line in try report.jsonLines() { print(line) }
      } else {
        print(report.text())
      }
      if let path = certifying.junitPath {
        try Data(report.junit().utf8).write(to: URL(filePath: path))
      }
      guard report.failed.isEmpty else { return 1 }
      return report.isCertified ? 0 : impossible
    } catch {
      complain("\(error)")
      return impossible
    }
  }

  /// Providers go by themselves when their lease ends; what must be put away is the folder.
  private static func removeWhenInterrupted(_ folder: PrivateFolder) throws {
    let signals = try SignalFile([SIGINT, SIGTERM, SIGHUP])
    Thread.detachNewThread {
      var item = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&item, 1, -1) <= 0 {}
      folder.remove()
      exit(128 + (signals.next() ?? SIGINT))
    }
  }

  private static func complain(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("musicbus-certify: \(text)\n".utf8))
  }
}
