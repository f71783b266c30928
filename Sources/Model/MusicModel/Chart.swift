/// A ranking of albums or songs, whose entries `chart.get` returns.
public struct Chart: MusicEntity {
  public static let kind = EntityKind.chart

  /// The id under which it is printed: the first of ``ids`` by namespace order.
  public var id: EntityID
  /// All its ids, this one included.
  public var ids: [EntityID]
  public var title: String
  /// The kind of its entries.
  public var of: EntityKind?
  /// ISO 3166, two letters, lower case.
  public var country: String?
  /// The most entries that it can have.
  public var limit: Int?
  /// Pages about it.
  public var links: [String: String] = [:]
  /// Members that this version does not know, unchanged.
  public var extra: [String: JSONValue] = [:]

  /// Creates a chart with only a name.
  public init(id: EntityID, title: String) {
    self.id = id
    self.ids = [id]
    self.title = title
  }

  public var displayName: String { title }
}

extension Chart: MemberVisitable {
  public static let blank = EntityID.blank.map { Chart(id: $0, title: "") }

  @inlinable
  public static func members(_ visit: inout some MemberVisitor<Chart>) {
    visit.optional("country", .country, \.country)
    visit.id(\.id)
    visit.ids(\.ids)
    visit.kind(kind)
    visit.optional("limit", .count(0...WireForm.maxInteger), \.limit)
    visit.table("links", \.links)
    visit.optional("of", .albumOrSong, \.of)
    visit.required("title", .text, \.title)
    visit.extra(\.extra)
  }
}
