import BusProtocol
import HubCore
import MusicModel

/// Formats events and actions as readable lines.
enum TraceFormatter {
  static func line(of event: Event) -> String {
    switch event {
    case .received(let message, let peer): "\(name(of: peer)) says \(text(of: message))"
    case .refused(let error, let peer):
      "\(name(of: peer)) sends an invalid message: \(error.message)"
    case .helloRefused(_, let why, let peer): "\(name(of: peer)) is rejected: \(why.message)"
    case .disconnected(let peer): "\(name(of: peer)) is gone"
    case .congested(let peer, _): "\(name(of: peer)) does not read"
    case .providersFound(let listing): "found \(listing.found.map(\.manifest.id.rawValue))"
    case .manifestsChanged(let operation, let result): "manifests \(operation): \(result)"
    case .providerSpawned(let id, let token, _): "\(id) is started with \(token)"
    case .providerNotSpawned(let id, let reason): "\(id) is not started: \(reason)"
    case .providerMisconfigured(let id, let reason), .settingsWithheld(let id, let reason):
      "\(id) is not started: \(reason)"
    case .configurationChanged: "the configuration has changed"
    case .providerExited(let id, let exit): "\(id) \(exit.reason)"
    case .verdictsLoaded(let list, _): "found \(list.count) verdicts"
    case .verdictsSaved(let operation, let problem): "verdicts \(operation): \(problem ?? "saved")"
    case .entityIndexLoaded(let entities, _): "found \(entities.count) entities"
    case .favorites: "something became of the favourites"
    case .lookupCompleted(let operation, let reply):
      "lookup q\(operation): \(reply == nil ? "miss" : "hit")"
    case .cacheActionCompleted(let operation, _): "the cache completes \(operation)"
    case .releasesLoaded(let histories, _): "loaded \(histories.count) release histories"
    case .favoriteLinksLoaded(let links): "loaded \(links.count) links of favourites"
    case .librarySearched(let operation, let records):
      "library q\(operation): \(records.count) records"
    case .importsLoaded(let imports): "loaded \(imports.count) imports"
    case .importsReplied(let operation, let reply): "imports \(operation): \(reply)"
    case .budgetsLoaded(let budgets): "loaded \(budgets.count) budgets"
    case .clockSet(let unixMs): "it is \(unixMs) on the wall"
    case .stopRequested: "the hub is to stop"
    case .tick: "time"
    }
  }

  static func line(of action: Action) -> String {
    switch action {
    case .send(let message, let peer): "to \(name(of: peer)): \(text(of: message))"
    case .spawn(let id): "start \(id)"
    case .acceptSettings(let id): "give the settings to \(id)"
    case .stop(let id, let graceMs): "stop \(id) within \(graceMs)"
    case .checkConfiguration(let id, _): "check the configuration of \(id)"
    case .changeManifests(let change, let operation): "\(change) as \(operation)"
    case .saveVerdicts(let list, let operation): "save \(list.count) verdicts as \(operation)"
    case .favorites: "do something with the favourites"
    case .saveEntityIndex: "save the entity index"
    case .lookUpReply(_, _, let operation): "look up q\(operation)"
    case .storeReply(let reply, let text):
      "store \(reply.records.count) records of \(text.provider), \(text.method)"
    case .retainRecords(let ids): "retain the records of \(ids.count) ids"
    case .saveReleases(let changes): "store \(changes.histories.count) release histories"
    case .saveFavoriteLinks(let changes): "store \(changes.changed.count) links of favourites"
    case .searchLibrary(_, let operation): "search the library as \(operation)"
    case .noteSearch(_, let text, _): "note the search \(text)"
    case .performCacheAction(_, let operation): "have the cache do \(operation)"
    case .imports(let action, let operation): "imports as \(operation): \(action)"
    case .storeBudgets(let budgets): "store the budgets of \(budgets.map(\.upstream))"
    case .log(let level, let text): "\(level.rawValue): \(text)"
    case .finished: "finished"
    }
  }

  private static func name(of peer: Peer) -> String {
    let connection = Connection(peer)
    return "\(connection.side) \(connection.number).\(connection.generation)"
  }

  private static func text(of message: WireMessage) -> String {
    let header = message.header
    let members = [
      header.id, header.re.map { "re \($0)" }, header.sid, header.method?.rawValue,
      header.seq.map { "seq \($0)" }, header.timeoutMs.map { "ttl \($0)" },
    ]
    let body =
      header.type == .hello ? "" : String(decoding: (message.body ?? []).prefix(400), as: UTF8.self)
    return ([header.type.rawValue] + members.compactMap { $0 } + [body]).joined(separator: " ")
  }
}
