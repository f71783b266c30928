package import MusicModel

extension EntityNote: ShortMembers {
  package static let blank: EntityNote? = EntityNote(ids: [], name: "", records: [], whole: [])

  package mutating func visit(_ visitor: inout some ShortVisitor) {
    visitor.optional("artist", &artist)
    visitor.needed("ids", &ids)
    visitor.needed("name", &name)
    visitor.needed("records", &records)
    visitor.needed("whole", &whole)
  }
}

extension EntityNote.Record: ShortMembers {
  package static let blank = ProviderID(rawValue: "blank").flatMap { provider in
    Chart.blank.map { EntityNote.Record(provider: provider, entity: .chart($0)) }
  }

  package mutating func visit(_ visitor: inout some ShortVisitor) {
    visitor.needed("entity", &entity)
    visitor.optional("fetchedMs", &fetchedMs)
    visitor.needed("provider", &provider)
  }
}
