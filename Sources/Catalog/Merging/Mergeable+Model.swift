import MusicModel

extension Artist: Mergeable {
  static func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) where Visitor.Whole == Artist {
    visitor.name("name", \.name)
    visitor.value("sortName", \.sortName)
    visitor.value("biography", \.biography)
    visitor.value("formedYear", \.formedYear)
    visitor.value("disbandedYear", \.disbandedYear)
    visitor.list("genres", \.genres)
    visitor.value("country", \.country)
    visitor.value("followers", \.followers)
    visitor.list("artwork", \.artwork)
    visitor.table("links", \.links)
    visitor.value("favorite", \.favorite)
    visitor.table("extra", \.extra)
  }
}

extension Album: Mergeable {
  static func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) where Visitor.Whole == Album {
    visitor.name(Field("title", .ofEdition), \.title)
    visitor.value("artist", \.artist)
    visitor.value(Field("releaseDate", .earliest), \.releaseDate)
    visitor.list("genres", \.genres)
    visitor.value(Field("trackCount", .ofEdition), \.trackCount)
    visitor.value("albumKind", \.albumKind)
    visitor.value(Field("label", .ofEdition), \.label)
    visitor.value(Field("copyright", .ofEdition), \.copyright)
    visitor.value(Field("price", .ofEdition, isLead: true), \.price)
    visitor.companion(Field("currency", .ofEdition), \.currency)
    visitor.value(Field("explicit", .ofEditionOnly, isLead: true), \.explicit)
    visitor.companion(Field("cleaned", .ofEditionOnly), \.cleaned)
    visitor.list(Field("artwork", .ofEdition), \.artwork)
    visitor.table("links", \.links)
    visitor.value(Field("rank", .smallest), \.rank)
    visitor.value("favorite", \.favorite)
    visitor.table("extra", \.extra)
  }
}

extension Song: Mergeable {
  static func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) where Visitor.Whole == Song {
    visitor.name(Field("title", .ofEdition), \.title)
    visitor.value("artist", \.artist)
    visitor.value(Field("album", .ofEdition, isLead: true), \.album)
    visitor.companion(Field("discNumber", .ofEdition), \.discNumber)
    visitor.companion(Field("trackNumber", .ofEdition), \.trackNumber)
    visitor.value("durationMs", \.durationMs)
    visitor.value(Field("releaseDate", .earliest), \.releaseDate)
    visitor.list("genres", \.genres)
    visitor.value(Field("previewURL", .ofEdition), \.previewURL)
    visitor.value(Field("price", .ofEdition, isLead: true), \.price)
    visitor.companion(Field("currency", .ofEdition), \.currency)
    visitor.value(Field("explicit", .ofEditionOnly, isLead: true), \.explicit)
    visitor.companion(Field("cleaned", .ofEditionOnly), \.cleaned)
    visitor.list(Field("artwork", .ofEdition), \.artwork)
    visitor.table("links", \.links)
    visitor.value(Field("rank", .smallest), \.rank)
    visitor.value("favorite", \.favorite)
    visitor.table("extra", \.extra)
  }
}

extension Chart: Mergeable {
  static func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) where Visitor.Whole == Chart {
    visitor.name("title", \.title)
    visitor.value("of", \.of)
    visitor.value("country", \.country)
    visitor.value("limit", \.limit)
    visitor.table("links", \.links)
    visitor.table("extra", \.extra)
  }
}
