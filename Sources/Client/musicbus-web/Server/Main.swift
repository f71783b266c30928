import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HTTPServer
import HostKit

/// Program `musicbus-web`: serves the web page and its API on loopback, as a client of the hub.
@main
struct Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch WebCommand.program.start(arguments, output: { print($0) }, errors: printError) {
    case .run(_, let invocation): run(WebCommand.options(invocation))
    case .exit(let status): exit(status.rawValue)
    }
  }

  private static func run(_ options: WebOptions) {
    do {
      if options.printsOpenAPI { return print(OpenAPIDocument.text, terminator: "") }
      if options.hasRealBudgets, !options.isDemo {
        report("--real-budgets needs --demo. Try \"musicbus-web --help\".")
        exit(64)
      }
      try WebProcess.run(options, environment: .current)
    } catch ClientError.interrupted {
      exit(0)
    } catch let error as HTTPServerError {
      report("\(error.message) \(SystemError.reason(of: error.code))")
      exit(1)
    } catch let error as any UserFacingError {
      report("\(error.message) \(error.hint)")
      exit(1)
    } catch {
      report(JSONCodec.describe(error))
      exit(1)
    }
  }

  private static func report(_ message: String) {
    printError("musicbus-web: \(message)")
  }

  private static func printError(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
