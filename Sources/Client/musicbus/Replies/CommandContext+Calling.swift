import BusProtocol
import ClientKit
import CommandKit
import MusicModel

extension CommandContext {
  /// Requests the details of a single entity.
  ///
  /// If no source can add to an entity that was found by name, or not in time, the match itself is the
  /// reply.
  func details(of subject: Subject, _ invocation: Invocation? = nil) throws -> Reply {
    if let match = subject.match, !deadlines.allowCall { return match.reply(after: []) }
    let hasProvenance = invocation?[ListOptions.provenance] == true
    do {
      return try callWithProgress(
        .get(subject.id).with { $0.detail = hasProvenance ? .provenance : nil }
      )
    } catch ClientError.failed(let failure) {
      guard let match = subject.match,
        failure.sources != nil || failure.code == .deadlineExceeded
      else { throw ClientError.failed(failure) }
      return match.reply(after: failure.sources ?? [])
    }
  }

  /// The total number of entries of a list.
  func count(_ list: Call<Reply>) throws -> Int {
    try call(list.with { ($0.limit, $0.offset) = (1, 0) }).done.total ?? 0
  }
}
