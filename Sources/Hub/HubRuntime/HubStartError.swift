/// The reason why a hub did not start.
package enum HubStartError: Error, Hashable, CustomStringConvertible {
  /// Another hub uses the directory.
  case runsAlready(pid: Int32?, lock: String)
  /// The system lets it have too few open files.
  case tooFewDescriptors(Int)

  package var description: String {
    switch self {
    case .runsAlready(let pid, let lock):
      "A hub runs already\(pid.map { " (process \($0))" } ?? ""): it holds \(lock). "
        + "Use it, stop it with \"musicbus hub stop\", or set MUSICBUS_HOME to another directory."
    case .tooFewDescriptors(let limit):
      "The hub may have only \(limit) open files, and needs \(HubProcess.descriptorsMin). "
        + "Allow more: ulimit -n 1024"
    }
  }
}
