package import MusicModel

extension StoredEntity: FastJSONObject {
  package static let blank: StoredEntity? = StoredEntity(ids: [], name: "", records: [], whole: [])

  package mutating func visit(_ visitor: inout some FastJSONVisitor) {
    visitor.optional("artist", &artist)
    visitor.needed("ids", &ids)
    visitor.needed("name", &name)
    visitor.needed("records", &records)
    visitor.needed("whole", &whole)
  }
}

extension StoredEntity.Record: FastJSONObject {
  package static let blank = ProviderID(rawValue: "blank").flatMap { provider in
    Chart.blank.map { StoredEntity.Record(provider: provider, entity: .chart($0)) }
  }

  package mutating func visit(_ visitor: inout some FastJSONVisitor) {
    visitor.needed("entity", &entity)
    visitor.optional("fetchedMs", &fetchedMs)
    visitor.needed("provider", &provider)
  }
}
