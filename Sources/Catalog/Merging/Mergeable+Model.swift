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
    visitor.name("title", \.title)
    visitor.value("artist", \.artist)
    visitor.value("releaseDate", \.releaseDate)
    visitor.list("genres", \.genres)
    visitor.value("trackCount", \.trackCount)
    visitor.value("albumKind", \.albumKind)
    visitor.value("label", \.label)
    visitor.value("copyright", \.copyright)
    visitor.value("price", \.price)
    visitor.companion("currency", \.currency)
    visitor.value("explicit", \.explicit)
    visitor.companion("cleaned", \.cleaned)
    visitor.list("artwork", \.artwork)
    visitor.table("links", \.links)
    visitor.value("rank", \.rank)
    visitor.value("favorite", \.favorite)
    visitor.table("extra", \.extra)
  }
}

extension Song: Mergeable {
  static func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) where Visitor.Whole == Song {
    visitor.name("title", \.title)
    visitor.value("artist", \.artist)
    visitor.value("album", \.album)
    visitor.value("durationMs", \.durationMs)
    visitor.value("discNumber", \.discNumber)
    visitor.companion("trackNumber", \.trackNumber)
    visitor.value("releaseDate", \.releaseDate)
    visitor.list("genres", \.genres)
    visitor.value("previewURL", \.previewURL)
    visitor.value("price", \.price)
    visitor.companion("currency", \.currency)
    visitor.value("explicit", \.explicit)
    visitor.companion("cleaned", \.cleaned)
    visitor.list("artwork", \.artwork)
    visitor.table("links", \.links)
    visitor.value("rank", \.rank)
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
