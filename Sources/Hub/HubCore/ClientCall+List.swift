import BusProtocol
import EntityResolution
import MusicModel

/// From what the sources of a call gave to what the caller gets.
extension ClientCall {
  /// One entity of all records that tell of it.
  ///
  /// Sources that were asked about one entity told of that one, each under its own id: who linked
  /// those ids had more to go by than two records give. The rows of a chart are not put together:
  /// two editions of one work have two places in it.
  func merged(by resolver: EntityResolver) -> [MergedEntity] {
    if case .list(_, .rank) = rule.result {
      return Dictionary(grouping: records, by: \.entity.id).sorted { $0.key < $1.key }
        .flatMap { resolver.merge($0.value) }
    }
    guard !isList, let id = parameters.id else { return resolver.merge(records) }
    return resolver.merge(
      records.map { record in
        // What a person linked is linked as long as that person's word stands, and no longer.
        guard let source = sources[record.provider], let asked = source.askedID,
          !source.isByVerdict, record.entity.ids.contains(asked)
        else { return record }
        var linked = record
        linked.entity = record.entity.known(also: id)
        return linked
      }
    )
  }

  /// The list that was asked for, behind what was shown before.
  func list(of merged: [MergedEntity]) -> [Entity] {
    guard case .list(_, let order) = rule.result else { return [] }
    let shape = ListBuilder(
      parameters: parameters,
      order: order,
      positions: positions,
      wallMs: wallMs
    )
    let list = shape.list(merged)
    guard !earlier.isEmpty else { return list }
    let shown = Set(earlier.flatMap(\.ids))
    return earlier + list.filter { shown.isDisjoint(with: $0.ids) }
  }

  /// Where each record stood in its source's answer.
  private var positions: [EntityID: Int] {
    var positions: [EntityID: Int] = [:]
    for source in sources.values {
      for (index, record) in source.records.enumerated() {
        positions[record.id] = min(index, positions[record.id] ?? .max)
      }
    }
    return positions
  }

  /// What the sources may have behind what they gave.
  enum More: Hashable {
    case none
    /// A deeper search brings it out.
    case askable
    /// More than they can be asked for.
    case unreachable
  }

  func more(_ settings: HubSettings) -> More {
    let asked = parameters.asked(by: method, limit: depth, settings).limit
    guard let asked, method != .getChart, sources.values.contains(where: { $0.fills(asked) })
    else { return .none }
    return asked < settings.pageMax ? .askable : .unreachable
  }
}

extension FanOutBranch {
  /// Whether it gave as much as it was asked for, so that there may be more.
  fileprivate func fills(_ limit: Int) -> Bool { records.count + skipped >= limit }
}
