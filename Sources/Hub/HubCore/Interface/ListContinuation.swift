import MusicModel

/// The replies from which a list was built, to be continued for a later page.
struct ListContinuation: Sendable {
  /// The number of hits requested from each source.
  let depth: Int
  /// The records of each source, with which further ones are merged.
  let branches: [ProviderID: FanOutBranch]

  init(_ gathering: Gathering, of result: ListResult) {
    depth = gathering.depth
    branches = result.mayGrow ? gathering.branches : [:]
  }

  var recordCount: Int { branches.values.reduce(0) { $0 + $1.items.records.count } }
}
