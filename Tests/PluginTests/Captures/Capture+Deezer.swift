import BusProtocol
import ProviderKit

/// The captured responses of Deezer.
extension Capture {
  static let deezer: [Capture] = [
    .items(.deezer, "deezer/GET-album-0-aa1378.json", .album, 0),
    .items(.deezer, "deezer/GET-album-1-a4eb23.json", .album, 0),
    .items(.deezer, "deezer/GET-album-302127-tracks-index-0-c0a722.json", .albumSongs, 14),
    .items(.deezer, "deezer/GET-album-302127-tracks-index-14-1444ba.json", .albumSongs, 0),
    .items(.deezer, "deezer/GET-album-302128-06e8ba.json", .album, 1),
    .items(.deezer, "deezer/GET-artist-1-72e1f3.json", .artist, 0),
    .page(.deezer, "deezer/GET-artist-27-albums-index-25-72efa7.json", .artistAlbums, 7),
    .items(.deezer, "deezer/GET-artist-27-radio-48a482.json", .artistSongs, 25),
    .page(.deezer, "deezer/GET-artist-27-related-3e2974.json", .similarArtists, 25),
    .items(.deezer, "deezer/GET-artist-27-related-index-0-b0b33b.json", .similarArtists, 20),
    .items(.deezer, "deezer/GET-chart-0-albums-c09242.json", .chartOfAlbums, 10),
    .items(.deezer, "deezer/GET-chart-0-artists-c86ff3.json", .searchArtists, 10),
    .failure(.deezer, "deezer/GET-chart-106-d260e9.json", .chartOfAlbums, #"no member "data""#),
    .items(.deezer, "deezer/GET-chart-106-tracks-fe27c5.json", .chartOfSongs, 10),
    .items(.deezer, "deezer/GET-genre-106-artists-index-0-2e79b1.json", .searchArtists, 48),
    .failure(.deezer, "deezer/GET-genre-52-282157.json", .searchArtists, #"no member "data""#),
    .items(.deezer, "deezer/GET-search-artist-q-Daft-Punk-ecb61c.json", .searchArtists, 5),
    .items(.deezer, "deezer/GET-search-artist-q-rouquine-c44fcc.json", .searchArtists, 2),
    .items(
      .deezer,
      "deezer/GET-search-artist-q-something-very-complicated-without-results-f885ca.json",
      .searchArtists,
      0
    ),
    .page(.deezer, "deezer/GET-search-index-1-limit-4-q-Billy-Jean-ead2ad.json", .searchSongs, 4),
    .page(.deezer, "deezer/GET-search-limit-2-q-Billy-Jean-d28b77.json", .searchSongs, 2),
    .page(.deezer, "deezer/GET-search-limit-3-q-Billy-Jean-08744f.json", .searchSongs, 3),
    .page(
      .deezer,
      "deezer/GET-search-ordering-ARTIST-DESC-q-Soliloquy-36f882.json",
      .searchSongs,
      25
    ),
    .page(
      .deezer,
      "deezer/GET-search-ordering-DURATION-DESC-q-Soliloquy-02e92e.json",
      .searchSongs,
      25
    ),
    .page(
      .deezer,
      "deezer/GET-search-ordering-RATING-ASC-q-Soliloquy-6eac8a.json",
      .searchSongs,
      25
    ),
    .page(
      .deezer,
      "deezer/GET-search-ordering-TRACK-ASC-q-Soliloquy-6aab05.json",
      .searchSongs,
      25
    ),
    .page(.deezer, "deezer/GET-search-q-Lou-Doillon-a2e0bb.json", .searchSongs, 25),
    .items(
      .deezer,
      "deezer/GET-search-q-artist-3A-22Lou-Doillon-22-album-3A-22Lay-Low-22-7287cf.json",
      .searchSongs,
      22
    ),
    .items(.deezer, "deezer/GET-track-1-e8569a.json", .song, 0),
    .items(.deezer, "deezer/GET-track-1425844092-ba26c7.json", .song, 1),
    .items(.deezer, "deezer/GET-track-2947516331-90cd5f.json", .song, 1),
    .items(.deezer, "deezer/GET-track-3135556-16465d.json", .song, 1),
  ]

  /// The responses to the requests before a list.
  static let deezerOthers = [
    "/v1/albums/1": #"{"id":"1","name":"She's So Unusual"}"#,
    "/artist/1": #"{"id":27,"name":"Daft Punk"}"#,
    "/album/1":
      #"{"id":302127,"title":"Discovery","artist":{"id":27,"name":"Daft Punk"}}"#,
  ]
}
