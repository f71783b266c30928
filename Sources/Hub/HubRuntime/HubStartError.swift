internal import BusProtocol
internal import HostKit
internal import ZeroMQ

/// The reason why a hub did not start.
package enum HubStartError: Error, Hashable, CustomStringConvertible {
  /// Another hub uses the directory.
  case runsAlready(pid: Int32?, lock: String)
  /// The system lets it have too few open files.
  case tooFewDescriptors(Int)

  /// A sentence for users about any error of a hub.
  package static func describe(_ error: any Error) -> String {
    switch error {
    case let error as ZeroMQError:
      "A socket of the hub failed. \(SystemError.reason(of: error.code))"
    case is HubStartError, is any UserFacingError: "\(error)"
    default: JSONCodec.describe(error)
    }
  }

  package var description: String {
    switch self {
    case .runsAlready(let pid, let lock):
      "A hub is already running\(pid.map { " (pid \($0))" } ?? ""); it holds \(lock). "
        + "Use it, stop it with \"musicbus hub stop\", or set MUSICBUS_HOME to another directory."
    case .tooFewDescriptors(let limit):
      "The limit of open files is \(limit); the hub needs \(HubProcess.minDescriptors). "
        + "Raise it: ulimit -n 1024"
    }
  }
}
