import BusProtocol
import ClientKit
import CommandKit
import MusicModel

extension CommandContext {
  /// Asks for a single entity in full.
  ///
  /// Where no source can tell more of what a name has led to, that is the answer: it was found.
  func askFor(
    _ method: Method,
    _ subject: Subject,
    _ invocation: Invocation? = nil
  ) throws -> Reply {
    var parameters = CallParameters()
    parameters.id = subject.id
    if invocation?[ListOptions.provenance] == true { parameters.detail = .provenance }
    do {
      return try askWatched(method, parameters)
    } catch ClientError.failed(let failure) {
      guard let finding = subject.finding, let sources = failure.sources else {
        throw ClientError.failed(failure)
      }
      return finding.answer(after: sources)
    }
  }

  /// How many entries a list has in all.
  func count(_ method: Method, _ parameters: CallParameters) throws -> Int {
    var parameters = parameters
    parameters.limit = 1
    parameters.offset = 0
    return try ask(method, parameters).done.total ?? 0
  }
}
