import BusProtocol
import ClientKit
import MusicModel

extension Session {
  /// Asks for a single entity in full.
  func askFor(_ method: Method, _ subject: Subject) throws -> Answer {
    var parameters = CallParameters()
    parameters.id = subject.id
    return try askWatched(method, parameters)
  }

  /// How many entries a list has in all.
  func count(_ method: Method, _ parameters: CallParameters) throws -> Int {
    var parameters = parameters
    parameters.limit = 1
    parameters.offset = 0
    return try ask(method, parameters).done.total ?? 0
  }
}
