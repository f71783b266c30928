import MusicModel

extension Artist: Mergeable {
  static func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) where Visitor.Whole == Artist {
    visitor.name("name", Lens({ $0[$1].name }, { $0.name = $1 }))
    visitor.value("sortName", Lens({ $0[$1].sortName }, { $0.sortName = $1 }))
    visitor.value("biography", Lens({ $0[$1].biography }, { $0.biography = $1 }))
    visitor.value("formedYear", Lens({ $0[$1].formedYear }, { $0.formedYear = $1 }))
    visitor.value("disbandedYear", Lens({ $0[$1].disbandedYear }, { $0.disbandedYear = $1 }))
    visitor.list("genres", Lens({ $0[$1].genres }, { $0.genres = $1 }))
    visitor.value("country", Lens({ $0[$1].country }, { $0.country = $1 }))
    visitor.value("followers", Lens({ $0[$1].followers }, { $0.followers = $1 }))
    visitor.list("artwork", Lens({ $0[$1].artwork }, { $0.artwork = $1 }))
    visitor.table("links", Lens({ $0[$1].links }, { $0.links = $1 }))
    visitor.value("favorite", Lens({ $0[$1].favorite }, { $0.favorite = $1 }))
    visitor.table("extra", Lens({ $0[$1].extra }, { $0.extra = $1 }))
  }
}

extension Album: Mergeable {
  static func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) where Visitor.Whole == Album {
    visitor.name(Field("title", .ofEdition), Lens({ $0[$1].title }, { $0.title = $1 }))
    visitor.value("artist", Lens({ $0[$1].artist }, { $0.artist = $1 }))
    visitor.value(
      Field("releaseDate", .earliest),
      Lens({ $0[$1].releaseDate }, { $0.releaseDate = $1 })
    )
    visitor.list("genres", Lens({ $0[$1].genres }, { $0.genres = $1 }))
    visitor.value(
      Field("trackCount", .ofEdition),
      Lens({ $0[$1].trackCount }, { $0.trackCount = $1 })
    )
    visitor.value("albumKind", Lens({ $0[$1].albumKind }, { $0.albumKind = $1 }))
    visitor.value(Field("label", .ofEdition), Lens({ $0[$1].label }, { $0.label = $1 }))
    visitor.value(Field("copyright", .ofEdition), Lens({ $0[$1].copyright }, { $0.copyright = $1 }))
    let price = Lens<Album, _>({ $0[$1].price }, { $0.price = $1 })
    visitor.value(Field("price", .ofEdition), price)
    visitor.companion(
      Field("currency", .ofEdition),
      Lens({ $0[$1].currency }, { $0.currency = $1 }),
      of: price
    )
    let explicit = Lens<Album, _>({ $0[$1].explicit }, { $0.explicit = $1 })
    visitor.value(Field("explicit", .ofEditionOnly), explicit)
    visitor.companion(
      Field("cleaned", .ofEditionOnly),
      Lens({ $0[$1].cleaned }, { $0.cleaned = $1 }),
      of: explicit
    )
    visitor.list(Field("artwork", .ofEdition), Lens({ $0[$1].artwork }, { $0.artwork = $1 }))
    visitor.table("links", Lens({ $0[$1].links }, { $0.links = $1 }))
    visitor.value(Field("rank", .smallest), Lens({ $0[$1].rank }, { $0.rank = $1 }))
    visitor.value("favorite", Lens({ $0[$1].favorite }, { $0.favorite = $1 }))
    visitor.table("extra", Lens({ $0[$1].extra }, { $0.extra = $1 }))
  }
}

extension Song: Mergeable {
  static func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) where Visitor.Whole == Song {
    visitor.name(Field("title", .ofEdition), Lens({ $0[$1].title }, { $0.title = $1 }))
    visitor.value("artist", Lens({ $0[$1].artist }, { $0.artist = $1 }))
    let album = Lens<Song, _>({ $0[$1].album }, { $0.album = $1 })
    visitor.value(Field("album", .ofEdition), album)
    visitor.companion(
      Field("discNumber", .ofEdition),
      Lens({ $0[$1].discNumber }, { $0.discNumber = $1 }),
      of: album
    )
    visitor.companion(
      Field("trackNumber", .ofEdition),
      Lens({ $0[$1].trackNumber }, { $0.trackNumber = $1 }),
      of: album
    )
    visitor.value("durationMs", Lens({ $0[$1].durationMs }, { $0.durationMs = $1 }))
    visitor.value(
      Field("releaseDate", .earliest),
      Lens({ $0[$1].releaseDate }, { $0.releaseDate = $1 })
    )
    visitor.list("genres", Lens({ $0[$1].genres }, { $0.genres = $1 }))
    visitor.value(
      Field("previewURL", .ofEdition),
      Lens({ $0[$1].previewURL }, { $0.previewURL = $1 })
    )
    let price = Lens<Song, _>({ $0[$1].price }, { $0.price = $1 })
    visitor.value(Field("price", .ofEdition), price)
    visitor.companion(
      Field("currency", .ofEdition),
      Lens({ $0[$1].currency }, { $0.currency = $1 }),
      of: price
    )
    let explicit = Lens<Song, _>({ $0[$1].explicit }, { $0.explicit = $1 })
    visitor.value(Field("explicit", .ofEditionOnly), explicit)
    visitor.companion(
      Field("cleaned", .ofEditionOnly),
      Lens({ $0[$1].cleaned }, { $0.cleaned = $1 }),
      of: explicit
    )
    visitor.list(Field("artwork", .ofEdition), Lens({ $0[$1].artwork }, { $0.artwork = $1 }))
    visitor.table("links", Lens({ $0[$1].links }, { $0.links = $1 }))
    visitor.value(Field("rank", .smallest), Lens({ $0[$1].rank }, { $0.rank = $1 }))
    visitor.value("favorite", Lens({ $0[$1].favorite }, { $0.favorite = $1 }))
    visitor.table("extra", Lens({ $0[$1].extra }, { $0.extra = $1 }))
  }
}

extension Chart: Mergeable {
  static func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) where Visitor.Whole == Chart {
    visitor.name("title", Lens({ $0[$1].title }, { $0.title = $1 }))
    visitor.value("of", Lens({ $0[$1].of }, { $0.of = $1 }))
    visitor.value("country", Lens({ $0[$1].country }, { $0.country = $1 }))
    visitor.value("limit", Lens({ $0[$1].limit }, { $0.limit = $1 }))
    visitor.table("links", Lens({ $0[$1].links }, { $0.links = $1 }))
    visitor.table("extra", Lens({ $0[$1].extra }, { $0.extra = $1 }))
  }
}
