import MusicModel

extension Method {
  public static let searchArtists = Method(rawValue: "artists.search")
  public static let getArtist = Method(rawValue: "artist.get")
  public static let artistAlbums = Method(rawValue: "artist.albums")
  public static let artistSongs = Method(rawValue: "artist.songs")
  public static let similarArtists = Method(rawValue: "artist.similar")
  public static let searchAlbums = Method(rawValue: "albums.search")
  public static let getAlbum = Method(rawValue: "album.get")
  public static let albumSongs = Method(rawValue: "album.songs")
  public static let searchSongs = Method(rawValue: "songs.search")
  public static let getSong = Method(rawValue: "song.get")
  public static let listCharts = Method(rawValue: "charts.list")
  public static let getChart = Method(rawValue: "chart.get")
  public static let getArtwork = Method(rawValue: "artwork.get")
  public static let getPreview = Method(rawValue: "preview.get")
  public static let getStream = Method(rawValue: "stream.get")
  public static let getLyrics = Method(rawValue: "song.lyrics")
  public static let ownArtists = Method(rawValue: "collection.artists")
  public static let ownAlbums = Method(rawValue: "collection.albums")
  public static let checkCollection = Method(rawValue: "collection.check")
}

extension Methods {
  /// The methods that providers serve, and that the hub serves merged.
  static let ofProviders: [MethodSpec] = [
    MethodSpec(
      .searchArtists,
      "finds artists by name",
      .text,
      .list(.artist, .relevance),
      .hits,
      client: .init([.text], optional: [.exact, .lookup, .country, .lang], [.page, .calling]),
      provider: .init(
        [.text],
        optional: [.exact, .country, .lang, .limit, .offset, .cursor, .grant]
      )
    ),
    single(.getArtist, "returns one artist in full", .id(.artist)),
    MethodSpec(
      .artistAlbums,
      "lists the albums of an artist",
      .id(.artist),
      .list(.album, .date),
      .whole,
      retainsRecords: true,
      client: ofOne,
      provider: .init(
        [.id],
        optional: [.ids, .artist, .country, .lang, .explicit, .limit, .offset, .cursor, .grant]
      )
    ),
    MethodSpec(
      .artistSongs,
      "lists songs of an artist",
      .id(.artist),
      .list(.song, .position),
      .whole,
      retainsRecords: true,
      client: ofOne,
      provider: listOfOne
    ),
    MethodSpec(
      .similarArtists,
      "lists artists that are similar to an artist",
      .id(.artist),
      .list(.artist, .agreement),
      .whole,
      client: .init([.id], optional: [.country, .lang], [.page, .calling]),
      provider: .init([.id], optional: [.ids, .country, .lang, .limit, .offset, .cursor, .grant])
    ),
    MethodSpec(
      .searchAlbums,
      "finds albums by title",
      .text,
      .list(.album, .relevance),
      .hits,
      client: .init(
        [.text],
        optional: [.exact, .lookup, .artist, .country, .lang, .explicit],
        [.page, .calling]
      ),
      provider: .init(
        [.text],
        optional: [.exact, .artist, .country, .lang, .explicit, .limit, .offset, .cursor, .grant]
      )
    ),
    single(.getAlbum, "returns one album in full", .id(.album)),
    MethodSpec(
      .albumSongs,
      "lists the songs of an album, in its order",
      .id(.album),
      .list(.song, .track),
      .whole,
      retainsRecords: true,
      client: ofOne,
      provider: listOfOne
    ),
    MethodSpec(
      .searchSongs,
      "finds songs by title",
      .text,
      .list(.song, .relevance),
      .hits,
      client: .init(
        [.text],
        optional: [.exact, .lookup, .artist, .album, .country, .lang, .explicit],
        [.page, .calling]
      ),
      provider: .init(
        [.text],
        optional: [
          .exact, .artist, .album, .country, .lang, .explicit, .limit, .offset, .cursor, .grant,
        ]
      )
    ),
    single(.getSong, "returns one song in full", .id(.song)),
    MethodSpec(
      .listCharts,
      "lists the available charts",
      .noSubject,
      .list(.chart, .name),
      .one,
      client: .init(optional: [.country, .lang], [.page, .calling]),
      provider: .init(optional: [.country, .lang, .grant])
    ),
    MethodSpec(
      .getChart,
      "lists the entries of a chart by rank",
      .chart,
      .list(nil, .rank),
      .chart,
      client: .init([.chart], optional: [.country, .lang, .explicit], [.page, .calling]),
      provider: .init(
        [.chart],
        optional: [.country, .lang, .limit, .offset, .cursor, .genre, .explicit, .grant]
      )
    ),
    MethodSpec(
      .getArtwork,
      "fetches one picture",
      .anyID,
      .artwork,
      .one,
      client: .init([.id], optional: [.size, .country, .lang], [.calling]),
      provider: .init(anyOf: [.url, .id], optional: [.size, .grant])
    ),
    MethodSpec(
      .getPreview,
      "fetches the preview of one song",
      .id(.song),
      .preview,
      .one,
      client: .init([.id], optional: [.country, .lang], [.calling]),
      provider: .init(anyOf: [.url, .id], optional: [.grant])
    ),
    MethodSpec(
      .getStream,
      "fetches a part of one song of the user",
      .id(.song),
      .stream,
      .one,
      client: .init([.id], optional: [.firstByte, .maxBytes, .country, .lang], [.calling]),
      provider: .init([.url], optional: [.id, .firstByte, .maxBytes, .grant])
    ),
    MethodSpec(
      .getLyrics,
      "fetches the lyrics of one song",
      .id(.song),
      .lyrics,
      .one,
      client: .init([.id], optional: [.country, .lang], [.calling]),
      provider: .init(
        [.id],
        optional: [.ids, .text, .artist, .album, .durationMs, .lang, .grant]
      )
    ),
    MethodSpec(
      .ownArtists,
      "lists the artists of what the user has",
      .noSubject,
      .list(.artist, .name),
      .whole,
      client: .init([], [.page, .calling]),
      provider: .init(optional: [.limit, .offset, .cursor, .grant])
    ),
    MethodSpec(
      .ownAlbums,
      "lists the albums that the user has",
      .noSubject,
      .list(.album, .name),
      .whole,
      client: .init([], [.page, .calling]),
      provider: .init(optional: [.limit, .offset, .cursor, .grant])
    ),
    MethodSpec(
      .checkCollection,
      "counts what the user has, and finds what is wrong with it",
      .noSubject,
      .report,
      .one,
      gives: ["collection", "sources"],
      client: .init([], [.calling]),
      provider: .init(optional: [.grant])
    ),
  ]

  /// The parameters of a list that belongs to one entity.
  private static let ofOne = ParameterRules(
    [.id],
    optional: [.country, .lang, .explicit],
    [.page, .calling]
  )
  private static let listOfOne = ParameterRules(
    [.id],
    optional: [.ids, .country, .lang, .explicit, .limit, .offset, .cursor, .grant]
  )

  private static func single(
    _ method: Method,
    _ purpose: String,
    _ subject: MethodSpec.Subject
  ) -> MethodSpec {
    MethodSpec(
      method,
      purpose,
      subject,
      .single,
      .one,
      client: .init([.id], optional: [.country, .lang], [.calling]),
      provider: .init([.id], optional: [.ids, .country, .lang, .grant])
    )
  }
}
