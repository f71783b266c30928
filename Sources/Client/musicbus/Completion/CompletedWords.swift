import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// The words in replies of the hub that complete what the user has typed.
struct CompletedWords {
  private let request: WordList.Request

  init(_ request: WordList.Request) { self.request = request }

  /// At most this many are suggested.
  static let maxCount = 50

  /// The words in the order of the replies, each once.
  func candidates(in replies: [Reply]) -> [Completion.Candidate] {
    var words: Set<String> = []
    return Array(
      replies.flatMap(candidates).filter { words.insert($0.word).inserted }
        .prefix(CompletedWords.maxCount)
    )
  }

  private func candidates(in reply: Reply) -> [Completion.Candidate] {
    reply.items.compactMap(candidate)
      // A search without results was probably mistyped.
      + (reply.done.recent ?? []).filter { $0.total > 0 }.compactMap { search in
        candidate(search.text, "recent search")
      }
      + (reply.done.providers ?? []).compactMap { candidate($0.id.rawValue, $0.state.rawValue) }
  }

  /// The name of an entity, or its id if the user types that.
  private func candidate(_ entity: Entity) -> Completion.Candidate? {
    let artist = entity.artistName.map { " by \($0)" } ?? ""
    if let name = candidate(entity.displayName, entity.kind.rawValue + artist) { return name }
    return entity.ids.lazy.compactMap { candidate($0.description, entity.displayName) }.first
  }

  private func candidate(_ word: String, _ meaning: String) -> Completion.Candidate? {
    // One line without tabs.
    let word = word.neutralized
    guard !word.isEmpty, word.lowercased().hasPrefix(request.typed.lowercased()) else { return nil }
    return .init(word: word, meaning: meaning.neutralized)
  }
}
