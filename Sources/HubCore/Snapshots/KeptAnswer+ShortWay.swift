package import MusicModel

extension KeptAnswer.Record: ShortMembers {
  package static let blank = Chart.blank.map { KeptAnswer.Record(.chart($0), fetchedMs: 0) }

  package mutating func visit(_ visitor: inout some ShortVisitor) {
    visitor.needed("entity", &entity)
    visitor.needed("fetchedMs", &fetchedMs)
  }
}
