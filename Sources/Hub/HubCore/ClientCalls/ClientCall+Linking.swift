import BusProtocol
import EntityResolution
import MusicModel

extension ClientCall {
  /// Returns the providers without a link of which another provider's reply contains the id.
  func providersWithNewID(_ context: CallContext, at now: Instant) -> [ProviderID] {
    guard let entity = parameters.id else { return [] }
    return gathering.sortedBranches.filter(\.branch.isUnlinked).map(\.provider).filter { provider in
      guard let descriptor = context.directory.descriptor(of: provider) else { return false }
      let understands = { descriptor.understands($0, as: entity.kind) }
      // Most lists contain entities of another kind.
      let mayContain = records.contains { record in
        record.entity.kind == entity.kind && record.entity.ids.contains(where: understands)
      }
      return mayContain
        && context.index.knownIDs(of: entity, at: provider, in: records, now: now).all
          .contains(where: understands)
    }
  }
}
