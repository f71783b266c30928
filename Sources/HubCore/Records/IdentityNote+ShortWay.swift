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
  package static let blank: EntityNote.Record? = {
    guard let id = EntityID(namespace: "blank", type: "chart", value: "blank"),
      let provider = ProviderID(rawValue: "blank")
    else { return nil }
    return EntityNote.Record(provider: provider, entity: .chart(Chart(id: id, title: "")))
  }()

  package mutating func visit(_ visitor: inout some ShortVisitor) {
    visitor.needed("entity", &entity)
    visitor.optional("fetchedMs", &fetchedMs)
    visitor.needed("provider", &provider)
  }
}
