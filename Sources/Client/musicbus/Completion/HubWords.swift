import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// The words of a list, from a running hub.
///
/// The user waits for them at each Tab. The list is empty if no hub is running, or if it does not reply
/// immediately.
enum HubWords {
  /// The limits of connecting and of the reply.
  private static let maxWait = Duration.milliseconds(20)
  /// The time limit in the calls, of which the hub needs a part for itself.
  private static let timeout = Duration.milliseconds(100)

  static func completion(
    for request: WordList.Request,
    environment: Environment = .current
  ) -> Completion {
    request.completion((try? candidates(for: request, environment)) ?? [])
  }

  private static func candidates(
    for request: WordList.Request,
    _ environment: Environment
  ) throws -> [Completion.Candidate] {
    let locator = HubLocator(
      paths: try HubPaths.ofRunningHub(environment),
      environment: environment,
      start: .never,
      client: PeerDescription(name: "musicbus", version: MusicBusVersion.current)
    )
    let client = try BusClient(locator, timeout: maxWait)
    let replies = try client.replies(to: calls(for: request), timeout: timeout, maxWait: maxWait)
    return CompletedWords(request).candidates(in: replies.compactMap { try? $0.get() })
  }

  private static func calls(for request: WordList.Request) -> [Call<Reply>] {
    if request.list == .providers { return [Call.providers.whole] }
    var calls: [Call<Reply>] = []
    if !request.list.kinds.isEmpty {
      let isName = !request.typed.isEmpty && !request.typed.contains(":")
      calls.append(
        Call.favorites.with { favorites in
          favorites.sort = .recent
          favorites.entityKind = request.list.kinds.count == 1 ? request.list.kinds[0] : nil
          favorites.text = isName ? request.typed : nil
          (favorites.limit, favorites.offset) = (200, 0)
        }
      )
    }
    if request.list.hasSearches { calls.append(Call.searchesRecent(limit: 200).whole) }
    return calls
  }
}
