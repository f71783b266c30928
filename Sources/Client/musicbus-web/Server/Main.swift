import BusProtocol
import ClientKit
import Glibc
import HTTPServer
import HostKit
import MusicModel

/// Program `musicbus-web`: serves the web page and its API on loopback, as a client of the hub.
@main
struct Main {
  static func main() {
    do {
      switch try WebCommand(CommandLine.arguments.dropFirst()) {
      case .help: print(WebCommand.helpText)
      case .version: print("musicbus-web \(MusicBusVersion.current)")
      case .openAPI: print(OpenAPIDocument.text, terminator: "")
      case .run(let options): try WebProcess.run(options, environment: .current)
      }
    } catch ClientError.interrupted {
      exit(0)
    } catch let error as WebUsageError {
      report(error.message)
      exit(64)
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
    let bytes = Array("musicbus-web: \(message)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
