/// The captured responses of Spotify.
extension Capture {
  static let spotify: [Capture] = [
    .items(.spotify, "spotify/FILE-python-spotify-artist-json-1e6191.json", .artist, 1),
    .items(.spotify, "spotify/FILE-python-spotify-get-album-json-2ec8ed.json", .album, 1),
    .failure(
      .spotify,
      "spotify/FILE-python-spotify-rate-limit-json-b495b9.json",
      .artist,
      #"API rate limit exceeded"#
    ),
    .page(.spotify, "spotify/FILE-spotify-find-album-tracks-txt-8adc02.json", .albumSongs, 1),
    .failure(
      .spotify,
      "spotify/FILE-spotify-find-album-txt-405d96.json",
      .album,
      #"several JSON documents"#
    ),
    .failure(
      .spotify,
      "spotify/FILE-spotify-find-albums-txt-54df71.json",
      .searchAlbums,
      #"no member "items""#
    ),
    .failure(
      .spotify,
      "spotify/FILE-spotify-find-tracks-notfound-txt-1cd096.json",
      .searchSongs,
      #"no member "items""#
    ),
    .items(.spotify, "spotify/FILE-spotify-search-artist-txt-7e1fef.json", .searchArtists, 1),
    .page(.spotify, "spotify/FILE-spotify-search-tracks-txt-a6ed60.json", .searchSongs, 2),
    .items(.spotify, "spotify/FILE-spotify-web-api-js-album-json-760aa7.json", .album, 1),
    .page(
      .spotify,
      "spotify/FILE-spotify-web-api-js-artist-albums-json-528bd3.json",
      .artistAlbums,
      20
    ),
    .failure(
      .spotify,
      "spotify/FILE-spotify-web-api-js-artist-top-tracks-json-4264ee.json",
      .searchSongs,
      #"no member "items""#
    ),
    .items(.spotify, "spotify/FILE-spotify-web-api-js-artists-json-ce293e.json", .artist, 1),
    .failure(
      .spotify,
      "spotify/FILE-spotify-web-api-js-error-id-not-found-json-5cac37.json",
      .album,
      #"error without message"#
    ),
    .page(
      .spotify,
      "spotify/FILE-spotify-web-api-js-search-album-json-32f4d5.json",
      .searchAlbums,
      1
    ),
    .items(
      .spotify,
      "spotify/FILE-spotify-web-api-js-search-artist-json-fe1d8b.json",
      .searchArtists,
      1
    ),
    .page(
      .spotify,
      "spotify/FILE-spotify-web-api-js-search-track-json-26b95b.json",
      .searchSongs,
      20
    ),
    .items(.spotify, "spotify/FILE-spotify-web-api-js-track-json-f6e668.json", .song, 1),
    .items(.spotify, "spotify/GET-albums-10FLjwfpbxLmW8c25Xyc2N-a48af1.json", .album, 1),
    .items(.spotify, "spotify/GET-albums-32nryzA6XBCX9ZUspVc1yz-1ed179.json", .album, 1),
    .items(
      .spotify,
      "spotify/GET-search-type-album-q-upc-00602475093060-e63b5b.json",
      .searchAlbums,
      1
    ),
    .items(
      .spotify,
      "spotify/GET-search-type-album-q-upc-602475093060-1e3a79.json",
      .searchAlbums,
      0
    ),
    .failure(
      .spotify,
      "spotify/GET-tracks-ids-2plbrEY59IikOBgBGLjaoe-ca7bf5.json",
      .searchSongs,
      #"no member "items""#
    ),
  ]
}
