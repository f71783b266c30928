import BusProtocol
import EntityResolution
import MusicModel

/// One thing that a provider has under several ids, as a person said: it is asked under each.
extension Hub {
  /// Under more ids than this none is asked in one call.
  private static let idsMax = 4

  /// Asks a provider that has answered under another id of the same thing, where there is one.
  ///
  /// - Returns: whether it was asked.
  mutating func askFurther(_ provider: ProviderID, for key: ClientCallID) -> Bool {
    guard let call = calls[key], case .gathering = call.phase, let id = call.parameters.id,
      let source = call.sources[provider], let asked = source.askedID,
      let descriptor = directory.session(of: provider)
    else { return false }
    let answered = source.answeredIDs + [asked]
    let names = entityIndex.knownIDs(of: id, at: provider, in: call.records, now: turn.now)
    let isLeft = names.all.contains { name in
      name.namespace == asked.namespace && !answered.contains(name)
        && descriptor.understands(name, as: id.kind) && isByVerdict(name, answered)
    }
    guard isLeft, answered.count < Hub.idsMax else { return false }
    calls[key]?.sources[provider]?.answeredIDs = answered
    calls[key]?.sources[provider]?.earlier = source.records
    calls[key]?.sources[provider]?.state = .new
    approach(provider, for: key)
    return true
  }

  private func isByVerdict(_ name: EntityID, _ ids: [EntityID]) -> Bool {
    entityIndex.resolver.idsByVerdict(of: ids).contains(name)
  }
}
