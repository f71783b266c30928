package import MusicModel

extension CachedReply.Record: FastJSONObject {
  package static let blank = Chart.blank.map { CachedReply.Record(.chart($0), fetchedMs: 0) }

  package mutating func visit(_ visitor: inout some FastJSONVisitor) {
    visitor.needed("entity", &entity)
    visitor.needed("fetchedMs", &fetchedMs)
  }
}
