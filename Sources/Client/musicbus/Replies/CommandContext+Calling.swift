import BusProtocol
import ClientKit
import CommandKit
import MusicModel

extension CommandContext {
  /// Requests the details of a single entity.
  ///
  /// If no source can add to an entity that was found by name, or not in time, the match itself is the
  /// reply.
  func callForEntity(
    _ method: Method,
    _ subject: Subject,
    _ invocation: Invocation? = nil
  ) throws -> Reply {
    var parameters = CallParameters()
    parameters.id = subject.id
    if let match = subject.match, !deadlines.allowCall { return match.reply(after: []) }
    if invocation?[ListOptions.provenance] == true { parameters.detail = .provenance }
    do {
      return try callWithProgress(method, parameters)
    } catch ClientError.failed(let failure) {
      guard let match = subject.match,
        failure.sources != nil || failure.code == .deadlineExceeded
      else { throw ClientError.failed(failure) }
      return match.reply(after: failure.sources ?? [])
    }
  }

  /// The total number of entries of a list.
  func count(_ method: Method, _ parameters: CallParameters) throws -> Int {
    var parameters = parameters
    parameters.limit = 1
    parameters.offset = 0
    return try call(method, parameters).done.total ?? 0
  }
}
