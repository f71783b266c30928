package import MusicModel

extension KeptAnswer.Record: ShortMembers {
  package static let blank = EntityID(namespace: "blank", type: "chart", value: "blank")
    .map { KeptAnswer.Record(.chart(Chart(id: $0, title: "")), fetchedMs: 0) }

  package mutating func visit(_ visitor: inout some ShortVisitor) {
    visitor.needed("entity", &entity)
    visitor.needed("fetchedMs", &fetchedMs)
  }
}
