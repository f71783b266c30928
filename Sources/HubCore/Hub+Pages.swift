import BusProtocol
import Catalog
import MusicModel

/// Pages: cut from the list, sent in messages that are not too long, shown as they form.
extension Hub {
  /// Sends the page that a call asked for, and ends the call.
  mutating func answer(
    _ call: ClientCall,
    list: [Entity],
    sources: [SourceReport],
    exact: Bool
  ) {
    let offset = max(0, call.parameters.offset ?? 0)
    let page = Array(list.dropFirst(offset).prefix(pageLength(of: call)))
    var done = Done()
    done.sources = sources
    if case .list = call.rule.result {
      done.total = list.count
      done.exact = exact
      done.next = offset + page.count < list.count ? offset + page.count : nil
    }
    var call = call
    if call.stream != nil {
      show(page, of: &call)
      done.order = page.map(\.id)
    } else {
      done.items = LenientList(sendInParts(page, of: &call))
    }
    done.parts = call.partsSent
    let sid = clients[call.client]?.sid
    send(Header(type: .done, re: call.id, sid: sid), done, to: call.client)
    forget(call)
  }

  private func pageLength(of call: ClientCall) -> Int {
    (call.parameters.limit ?? settings.pageDefault).clamped(to: 1...settings.pageMax)
  }

  /// Sends all but the last slice of a long page ahead.
  private mutating func sendInParts(_ page: [Entity], of call: inout ClientCall) -> [Entity] {
    var rest = page[...]
    while rest.count > settings.itemsPerMessage {
      send(Part(items: Array(rest.prefix(settings.itemsPerMessage))), of: &call)
      rest = rest.dropFirst(settings.itemsPerMessage)
    }
    return Array(rest)
  }

  /// Shows a caller that streams what its page looks like now.
  mutating func showPage(of key: CallKey) {
    guard var call = calls[key], call.stream != nil, call.hasRecords,
      case .list(_, let order) = call.rule.result
    else { return }
    let shape = ListShape(parameters: call.parameters, order: order, positions: call.positions)
    let offset = max(0, call.parameters.offset ?? 0)
    let list = shape.list(call.merged)
    show(Array(list.dropFirst(offset).prefix(pageLength(of: call))), of: &call)
    calls[key] = call
  }

  private mutating func show(_ page: [Entity], of call: inout ClientCall) {
    guard let part = call.stream?.step(to: page) else { return }
    let upsert = part.upsert?.elements ?? []
    let first = Array(upsert.prefix(settings.itemsPerMessage))
    send(Part(upsert: first, gone: part.gone ?? []), of: &call)
    var rest = upsert.dropFirst(first.count)
    while !rest.isEmpty {
      send(Part(upsert: Array(rest.prefix(settings.itemsPerMessage)), gone: []), of: &call)
      rest = rest.dropFirst(settings.itemsPerMessage)
    }
  }

  private mutating func send(_ part: Part, of call: inout ClientCall) {
    let sid = clients[call.client]?.sid
    let header = Header(type: .part, re: call.id, sid: sid, seq: call.partsSent)
    send(header, part, to: call.client)
    call.partsSent += 1
  }
}

extension ClientCall {
  /// Where each record stood in its source's answer.
  var positions: [EntityID: Int] {
    var positions: [EntityID: Int] = [:]
    for source in sources.values {
      for (index, record) in source.records.enumerated() {
        positions[record.id] = min(index, positions[record.id] ?? .max)
      }
    }
    return positions
  }

  /// The one entity that was asked for: that which bears the id, or else the first that a source
  /// gave for it.
  func pick(from merged: [MergedEntity]) -> MergedEntity? {
    merged.first { entity in parameters.id.map(entity.entity.ids.contains) ?? false }
      ?? merged.first
  }

  /// The entity in the detail that was asked for.
  func told(_ merged: MergedEntity) -> Entity {
    guard parameters.detail == .brief, case .artist(var artist) = merged.entity else {
      return merged.entity
    }
    artist.biography = nil
    return .artist(artist)
  }
}
