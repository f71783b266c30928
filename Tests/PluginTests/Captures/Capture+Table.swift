/// All captured files, by directory.
extension Capture {
  static let all: [Capture] = audioDB + deezer + iTunes + feeds + musicBrainz + spotify

  private static let audioDB: [Capture] = [
    .items(.audioDB, "audiodb/album-mb-random-access-memories-9f0172b.json", .album, 1),
    .items(.audioDB, "audiodb/artist-mb-nirvana-9f0172b.json", .artist, 1),
    .items(.audioDB, "audiodb/mostloved-25albums-joel757.json", .artistAlbums, 25),
    .items(.audioDB, "audiodb/search-coldplay-soundsearch.json", .searchArtists, 1),
    .items(.audioDB, "audiodb/track-mb-despacito-9f0172b.json", .albumSongs, 1),
    .items(.audioDB, "audiodb/zoomplayer-album-2.json", .album, 1),
    .items(.audioDB, "audiodb/zoomplayer-tracks-1.json", .albumSongs, 1),
  ]

  private static let iTunes: [Capture] = [
    .items(.iTunesSearch, "itunes/album-taylor-swift-1.json", .album, 1),
    .items(
      .iTunesSearch,
      "itunes/harmony-lookup-album-1441458047-gb-song.json",
      .albumSongs,
      18,
      left: ["music-video": 3]
    ),
    .items(.iTunesSearch, "itunes/harmony-lookup-album-1728639278-us-song.json", .albumSongs, 6),
    .failure(
      .iTunesSearch,
      "itunes/odd-favourites-cp1252-bytes-not-utf8.json",
      .searchSongs,
      "text that is not UTF-8"
    ),
    .items(.iTunesSearch, "itunes/odd-handmade-drake-minimal.json", .searchAlbums, 1),
    .failure(
      .iTunesSearch,
      "itunes/odd-michael-jackson-console-dump-not-json.json",
      .searchSongs,
      "invalid JSON (line 3)"
    ),
    .failure(
      .iTunesSearch,
      "itunes/odd-two-json-docs-concatenated.json",
      .searchSongs,
      "several JSON documents in one"
    ),
    .items(.iTunesSearch, "itunes/search-jack-johnson-50songs-a.json", .searchSongs, 50),
    .items(.iTunesSearch, "itunes/search-jack-johnson-50songs-d.json", .searchSongs, 50),
    .items(
      .iTunesSearch,
      "itunes/search-kilar-classical-compilations-50songs.json",
      .searchSongs,
      50
    ),
    .items(.iTunesSearch, "itunes/search-kobukuro-jp-japanese-1song.json", .searchSongs, 1),
    .items(.iTunesSearch, "itunes/search-lizzo-1song.json", .searchSongs, 1),
    .items(.iTunesSearch, "itunes/search-mixed-nicki-minaj-queen-50songs.json", .searchSongs, 50),
    .items(.iTunesSearch, "itunes/search-mixed-twenty-one-pilots-50songs.json", .searchSongs, 50),
    .items(
      .iTunesSearch,
      "itunes/search-radiohead-50-incl-audiobook.json",
      .searchSongs,
      48,
      left: ["audiobook": 2]
    ),
    .items(.iTunesSearch, "itunes/search-skid-row-1song.json", .searchSongs, 1),
    .items(
      .iTunesSearch,
      "itunes/search-starwars-movies-audiobooks-html-entities.json",
      .searchSongs,
      0,
      left: ["feature-movie": 7, "audiobook": 3]
    ),
    .items(
      .iTunesSearch,
      "itunes/search-taylor-swift-neyo-clean-dups-50songs.json",
      .searchSongs,
      50
    ),
    .items(
      .iTunesSearch,
      "itunes/search-tv-episode-1.json",
      .searchSongs,
      0,
      left: ["tv-episode": 1]
    ),
  ]

  /// Feeds of the iTunes Store, of another format.
  private static let legacyFeeds = [
    "rss/legacy-feed-3-nodate-jmpainter.json",
    "rss/legacy-topalbums-2-2018-Chris2A.json",
    "rss/legacy-topalbums-20-2015-kuchmiyalex.json",
    "rss/legacy-topalbums-58-2023-propbono.json",
    "rss/legacy-topalbums-94-2017-melinabering.json",
    "rss/legacy-topaudiopodcasts-10-2017-mdewilde.json",
    "rss/legacy-vladr.json",
  ].map { Capture.failure(.iTunesRSS, $0, .chartOfAlbums, "no member \"results\"") }

  private static let feeds: [Capture] =
    legacyFeeds + [
      .items(.iTunesRSS, "rss/v1-applemusic-coming-soon-33-2019-sksuresh.json", .chartOfAlbums, 33),
      .items(.iTunesRSS, "rss/v1-applemusic-new-music-4-2017-mdewilde.json", .chartOfAlbums, 4),
      .items(
        .iTunesRSS,
        "rss/v1-applemusic-top-albums-100-2019-ryanmoniz.json",
        .chartOfAlbums,
        100
      ),
      .failure(
        .iTunesRSS,
        "rss/v1-feed-0-nodate-mredig.json",
        .chartOfAlbums,
        "no member \"feed\""
      ),
      .items(.iTunesRSS, "rss/v1-itunesmusic-hot-tracks-10-2020-mredig.json", .chartOfSongs, 10),
      .items(.iTunesRSS, "rss/v1-itunesmusic-top-albums-2-2020-Epaus-2.json", .chartOfAlbums, 2),
      .items(.iTunesRSS, "rss/v2-applemusic-most-played-50-2022-logonv.json", .chartOfAlbums, 50),
    ]
}
