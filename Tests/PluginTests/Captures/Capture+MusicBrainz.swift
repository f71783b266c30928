/// The captured responses of MusicBrainz.
extension Capture {
  static let musicBrainz: [Capture] = [
    .items(.musicBrainz, "musicbrainz/FILE-artist-arabic-json-748ff2.json", .artist, 1),
    .items(.musicBrainz, "musicbrainz/FILE-artist-json-4c8f45.json", .artist, 1),
    .items(
      .musicBrainz,
      "musicbrainz/FILE-media-null-json-a0388c.json",
      .song,
      0,
      left: ["recording without id": 1]
    ),
    .items(
      .musicBrainz,
      "musicbrainz/FILE-recording-artist-aliases-locales-json-f40706.json",
      .song,
      1
    ),
    .items(.musicBrainz, "musicbrainz/FILE-recording-composer-json-5a6175.json", .song, 1),
    .items(.musicBrainz, "musicbrainz/FILE-recording-credits-json-e271a6.json", .song, 1),
    .items(
      .musicBrainz,
      "musicbrainz/FILE-recording-generic-instrument-json-5aeb5c.json",
      .song,
      0,
      left: ["video": 1]
    ),
    .items(.musicBrainz, "musicbrainz/FILE-recording-instrumental-json-101d46.json", .song, 1),
    .items(.musicBrainz, "musicbrainz/FILE-recording-json-28c650.json", .song, 1),
    .items(.musicBrainz, "musicbrainz/FILE-recording-multi-artists-2-json-20c3fc.json", .song, 1),
    .items(.musicBrainz, "musicbrainz/FILE-release-5medias-json-a27a33.json", .album, 1),
    .items(.musicBrainz, "musicbrainz/FILE-release-djmix-json-5673fa.json", .album, 1),
    .items(
      .musicBrainz,
      "musicbrainz/FILE-release-group-3-json-d8ded6.json",
      .album,
      0,
      left: ["release-group without id": 1]
    ),
    .items(
      .musicBrainz,
      "musicbrainz/FILE-release-group-5-json-ba83c7.json",
      .album,
      0,
      left: ["release-group without id": 1]
    ),
    .items(
      .musicBrainz,
      "musicbrainz/FILE-release-group-null-json-8619bd.json",
      .album,
      0,
      left: ["release-group without id": 1]
    ),
    .items(.musicBrainz, "musicbrainz/FILE-release-json-0c2df5.json", .albumSongs, 10),
    .items(
      .musicBrainz,
      "musicbrainz/FILE-release-multidisc-json-12057e.json",
      .albumSongs,
      4,
      left: ["video": 3]
    ),
    .items(.musicBrainz, "musicbrainz/FILE-release-no-type-json-2888b8.json", .album, 1),
    .items(
      .musicBrainz,
      "musicbrainz/FILE-release-null-json-42e7bd.json",
      .album,
      0,
      left: ["release without id": 1]
    ),
    .items(
      .musicBrainz,
      "musicbrainz/FILE-track-null-json-285f46.json",
      .song,
      0,
      left: ["recording without id": 1]
    ),
    .items(.musicBrainz, "musicbrainz/FILE-track-pregap-json-ae3f92.json", .song, 1),
    .failure(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-artist-5b11f4ce-a62d-471e-81fc-a69a8278c7da-inc-foobar-fmt-json-96f3ad.json",
      .artist,
      #"foobar is not a valid inc parameter"#
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-artist-65314b12-0e08-43fa-ba33-baaa7b874c15-fmt-json-50b508.json",
      .artist,
      1
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-artist-65314b12-0e08-43fa-ba33-baaa7b874c15-inc-artist-rels-fmt-j-38780b.json",
      .artist,
      1
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-artist-area-3f504d54-c40c-487d-bc16-c1990eac887f-fmt-json-425c5c.json",
      .searchArtists,
      5
    ),
    .page(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-artist-collection-974fcec4-eca0-4bfe-9a3a-e61aa93c186b-fmt-json-d0c4b9.json",
      .searchArtists,
      25
    ),
    .page(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-artist-limit-1-inc-tags-query-Leonard-Cohen-fmt-json-8cdcb9.json",
      .searchArtists,
      1
    ),
    .page(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-artist-limit-1-query-Leonard-Cohen-fmt-json-c276d7.json",
      .searchArtists,
      1
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-artist-release-8aeb6be9-743f-456e-a576-1476f53f756f-fmt-json-d6d385.json",
      .searchArtists,
      1
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-artist-release-8aeb6be9-743f-456e-a576-1476f53f756f-inc-artist-re-72a042.json",
      .searchArtists,
      1
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-recording-9f9cf187-d6f9-437f-9d98-d59cdbd52757-fmt-json-0e7203.json",
      .song,
      1
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-recording-9f9cf187-d6f9-437f-9d98-d59cdbd52757-inc-isrcs-fmt-json-d69794.json",
      .song,
      1
    ),
    .page(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-recording-query-Burn-the-Witch-fmt-json-4403e4.json",
      .searchSongs,
      25
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-release-7f6d3088-837d-495e-905f-be5c70ac2d82-inc-media-2Bdiscids--3c5a72.json",
      .album,
      1
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-release-a4864e94-6d75-4ade-bc93-0dabf3521453-inc-media-fmt-json-f8caa9.json",
      .album,
      1
    ),
    .failure(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-release-artist-5b11f4ce-a62d-471e-81fc-a69a8278c7da-type-ep-statu-2acf75.json",
      .searchAlbums,
      #"no member "release-groups""#
    ),
    .failure(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-release-collection-85da782d-2ec0-41ec-a97f-9be464bba309-fmt-json-c2dca2.json",
      .searchAlbums,
      #"no member "release-groups""#
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-release-d5cdb7fd-c7e9-460a-9549-8a369655cc52-fmt-json-56254b.json",
      .album,
      1
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-release-group-artist-5b11f4ce-a62d-471e-81fc-a69a8278c7da-type-ep-c8159f.json",
      .artistAlbums,
      8
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-release-group-artist-c8da2e40-bd28-4d4e-813a-bd2f51958ba8-inc-art-d68f8d.json",
      .artistAlbums,
      5
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-release-group-e37d2740-4503-4e3f-ab6d-e622a25e964d-fmt-json-7c3883.json",
      .album,
      1
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-release-group-e37d2740-4503-4e3f-ab6d-e622a25e964d-inc-ratings-fm-ca7828.json",
      .album,
      1
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-release-group-f86eb0a9-fd04-48c9-810b-1ba0b006e7b4-inc-ratings-fm-1aa46e.json",
      .album,
      1
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-release-group-inc-ratings-query-arid-3Ac8da2e40-bd28-4d4e-813a-bd-e8ecdd.json",
      .searchAlbums,
      5
    ),
    .items(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-url-resource-http-3A-2F-2Fwww-nirvana-com-2F-fmt-json-642ba8.json",
      .artist,
      0,
      left: ["no name": 1]
    ),
    .failure(
      .musicBrainz,
      "musicbrainz/GET-musicbrainz-org-ws-2-work-895da07b-9d85-3f03-b1c5-0ea2bd8bb959-fmt-json-2aea30.json",
      .searchSongs,
      #"no member "recordings""#
    ),
  ]
}
