import BusProtocol
import MusicModel

extension ClientCall {
  /// The lookup in the library that the call begins with, or `nil`.
  ///
  /// The library replies to calls that contact no source, and gives clients that stream their first
  /// results.
  func libraryQuery(_ world: World) -> LibraryQuery? {
    let settings = world.settings
    let isStreamed = stream != nil && parameters.cache == nil
    guard settings.hasLibrary, unixMs != nil, parameters.cache == .only || isStreamed,
      gathering.earlier.isEmpty
    else { return nil }
    let ids = parameters.id.map { id in
      world.index.allIDs(of: id, at: world.directory.all, now: request.deadlines.start)
    }
    var query = LibraryQuery(request, ids: ids ?? [], depth: gathering.depth, settings)
    query?.awaitsChanges = parameters.cache == .only
    return query
  }
}

extension SourceReport {
  /// The report of a source whose lack of cached results does not matter beside those of the library.
  var besideLibrary: SourceReport {
    guard outcome == .starting || error?.code == .notCached else { return self }
    return SourceReport(provider: provider, outcome: .skipped)
  }
}

extension LibraryQuery {
  /// The lookup for a call; `ids` are all ids of its entity. `nil` if the library cannot serve it.
  init?(_ request: ClientRequest, ids: [EntityID], depth: Int, _ settings: HubSettings) {
    let parameters = request.parameters
    guard let kind = request.spec.kinds.first else { return nil }
    let subject: Subject
    let maxRecords: Int
    switch (request.spec.result, request.spec.subject) {
    case (.list, .text):
      let others = [parameters.artist, parameters.album].compactMap(\.self)
      subject = .text(parameters.text ?? "", and: others)
      maxRecords = min(depth, settings.maxPageLength)
    case (.list(let order), .id) where order != .rank:
      subject = .list(ids)
      maxRecords = settings.maxPageLength * LibraryQuery.providersOfList
    case (.single, .id):
      subject = .ids(ids)
      maxRecords = settings.maxPageLength
    default: return nil
    }
    self.init(request.method, kind, subject, maxRecords: maxRecords)
  }

  /// The number of providers whose whole lists fit into a lookup.
  private static let providersOfList = 5
}
