import BusProtocol
import MusicModel
import ProviderKit
import Testing

@testable import MusicBrainz

@Suite("MusicBrainz")
struct MusicBrainzTests {
  @Test("is requested less often than once a second, as requests may arrive closer to each other")
  func pace() throws {
    let provider = try Plugin.musicBrainz.make(ProviderConfiguration())
    let budget = try #require(provider.upstreams.first?.budget)
    #expect(budget == Descriptor.Budget(requests: 5, perMs: 5_250, intervalMs: 1_050))
    #expect(provider.upstreams.first?.interval == .milliseconds(1_050))
  }

  @Test("converts a person with years of birth and death, and ids from pages")
  func person() async throws {
    let source = FixedResponseTransport(
      #"""
      {"id":"65314b12-0e08-43fa-ba33-baaa7b874c15","name":"Leonard Cohen","type":"Person",
       "sort-name":"Cohen, Leonard","area":{"name":"Canada"},
       "life-span":{"begin":"1934-09-21","end":"2016-11-07","ended":true},
       "aliases":[{"name":"L. Cohen"},{"name":"Koen","locale":"ja_Latn","primary":null},
        {"name":"コーエン","locale":"ja","primary":true},{"name":"Koën","locale":"nl","type":"Search hint"},
        {"name":"Old","locale":"en","primary":true,"ended":true},
        {"name":"Civil","locale":"en","primary":true,"type":"Legal name"}],
       "genres":[{"name":"folk","count":3},{"name":"singer-songwriter","count":9}],
       "relations":[
        {"type":"official homepage","url":{"resource":"https://leonardcohen.com/"}},
        {"type":"free streaming","url":{"resource":"https://open.spotify.com/artist/5l8VQNuIg0turYE1VtM9zV"}},
        {"type":"free streaming","url":{"resource":"https://www.deezer.com/artist/2"}},
        {"type":"streaming","url":{"resource":"https://music.apple.com/us/artist/leonard-cohen/id43131"}},
        {"type":"wikidata","url":{"resource":"https://www.wikidata.org/wiki/Q1276"}},
        {"type":"member of band","artist":{"id":"x"}}]}
      """#
    )
    let outcome = try await Plugin.musicBrainz.run(.artistGet, at: source) {
      $0.id = EntityID("mbid:artist:65314b12-0e08-43fa-ba33-baaa7b874c15")
    }
    let artist = try #require(outcome.artists.first)
    #expect((artist.bornYear, artist.diedYear) == (1934, 2016))
    #expect(artist.formedYear == nil && artist.disbandedYear == nil)
    #expect((artist.sortName, artist.country) == ("Cohen, Leonard", "Canada"))
    #expect(artist.aliases == ["L. Cohen", "Koen", "コーエン", "Koën", "Old", "Civil"])
    #expect(
      artist.names == [
        LocalName(lang: "ja-Latn", name: "Koen"),
        LocalName(lang: "ja", name: "コーエン", primary: true),
      ]
    )
    #expect(artist.genres == ["singer-songwriter", "folk"])
    #expect(
      artist.ids.map(\.description) == [
        "mbid:artist:65314b12-0e08-43fa-ba33-baaa7b874c15", "itunes:artist:43131",
        "deezer:artist:2", "spotify:artist:5l8VQNuIg0turYE1VtM9zV", "wikidata:artist:Q1276",
      ]
    )
    #expect(artist.links["website"] == "https://leonardcohen.com/")
  }

  @Test("takes the tags that most people chose for the genres of a search, which has none")
  func tags() async throws {
    let source = FixedResponseTransport(
      #"""
      {"count":1,"artists":[{"id":"a","name":"Ann","tags":[{"name":"seen live","count":0},
       {"name":"folk","count":4},{"name":"blues","count":7},{"name":"pop","count":1},{"name":"rock","count":2},
       {"name":"jazz","count":3},{"name":"soul","count":5}]}]}
      """#
    )
    let outcome = try await Plugin.musicBrainz.run(.artistsSearch, at: source) { $0.text = "ann" }
    #expect(outcome.artists.first?.genres == ["blues", "soul", "folk", "jazz", "rock"])
  }

  @Test("converts a group with years of formation and end")
  func group() async throws {
    let source = FixedResponseTransport(
      #"{"id":"a","name":"Kino","type":"Group","life-span":{"begin":"1981","end":"1990-08"}}"#
    )
    let outcome = try await Plugin.musicBrainz.run(.artistGet, at: source) {
      $0.id = EntityID("mbid:artist:a")
    }
    let artist = try #require(outcome.artists.first)
    #expect((artist.formedYear, artist.disbandedYear) == (1981, 1990))
    #expect(artist.bornYear == nil && artist.diedYear == nil)
  }

  private static let releaseGroup = #"""
    {"id":"g","title":"Low","primary-type":"Album","secondary-types":["Live"],
     "first-release-date":"1977-01","artist-credit":[
      {"name":"David Bowie","joinphrase":" & ","artist":{"id":"b","name":"David Bowie"}},
      {"name":"Eno","joinphrase":"","artist":{"id":"e","name":"Brian Eno"}}],
     "releases":[{"id":"r2","status":"Official","date":"1991","barcode":"5099749994324"},
      {"id":"r1","status":"Official","date":"1977-01-14","barcode":""}]}
    """#

  @Test("converts a release group with its editions and covers")
  func album() async throws {
    let image = "http://coverartarchive.org/release/r1/1"
    let source = FixedResponseTransport(
      MusicBrainzTests.releaseGroup,
      others: [
        "/release-group/g": #"""
        {"images":[{"front":false,"back":true,"thumbnails":{"small":"\#(image)b-250.jpg"}},
         {"front":true,"thumbnails":{"large":"\#(image)-500.jpg","1200":"\#(image)-1200.jpg"}}]}
        """#
      ]
    )
    let outcome = try await Plugin.musicBrainz.run(.albumGet, at: source) {
      $0.id = EntityID("mbid:release-group:g")
    }
    let album = try #require(outcome.albums.first)
    #expect(
      album.ids.map(\.description) == [
        "mbid:release-group:g", "mbid:release:r1", "mbid:release:r2", "upc:album:5099749994324",
      ]
    )
    #expect(album.artist == ArtistReference(name: "David Bowie & Eno"))
    #expect(album.artists.map(\.name) == ["David Bowie", "Eno"])
    #expect(album.artists.map(\.join) == ["&", nil])
    #expect(album.artists.allSatisfy { $0.id?.namespace == "mbid" && $0.role == nil })
    #expect((album.albumKind, album.releaseDate) == (.live, PartialDate(year: 1977, month: 1)))
    #expect(album.artwork.map(\.width) == [250, 1200, 500])
    #expect(album.artwork.map(\.role) == [.back, .cover, .cover])
  }

  @Test("lists the tracks of the first edition of a release group")
  func tracks() async throws {
    let source = FixedResponseTransport(
      #"""
      {"id":"r1","title":"Low","artist-credit":[{"name":"David Bowie","artist":{"id":"b","name":"David Bowie"}}],
       "media":[{"position":2,"tracks":[{"position":1,"title":"Speed of Life","length":166000,
        "recording":{"id":"x","title":"Speed","isrcs":["USJT19900012"],"first-release-date":"1977"}}]}]}
      """#,
      others: [
        "/ws/2/release-group/g?fmt=json&inc=artist-credits%20genres%20releases":
          MusicBrainzTests.releaseGroup
      ]
    )
    let outcome = try await Plugin.musicBrainz.run(.albumSongs, at: source) {
      $0.id = EntityID("mbid:release-group:g")
      $0.grant = ["musicbrainz.org": 3]
    }
    let song = try #require(outcome.songs.first, "\(outcome)")
    #expect(song.ids.map(\.description) == ["mbid:recording:x", "isrc:recording:USJT19900012"])
    #expect((song.title, song.discNumber, song.trackNumber) == ("Speed of Life", 2, 1))
    #expect(song.artist?.name == "David Bowie")
    #expect(song.album == AlbumReference(id: EntityID("mbid:release:r1"), title: "Low"))
    #expect(source.requests.last?.contains("/ws/2/release/r1?") == true)
  }

  @Test("finds a song by its ISRC without the search, and takes the first published recording")
  func recordingCode() async throws {
    let source = RecordedTransport([
      "/ws/2/isrc/USJT19900012?fmt=json&inc=artist-credits%20isrcs%20releases": HTTPResponse(
        body: Array(
          #"""
          {"isrc":"USJT19900012","recordings":[
           {"id":"v","title":"Film","video":true,"first-release-date":"1976"},
           {"id":"y","title":"Speed of Life","first-release-date":"1991-03"},
           {"id":"x","title":"Speed of Life","isrcs":["USJT19900012"],"first-release-date":"1977"}]}
          """#.utf8
        )
      )
    ])
    let outcome = try await Plugin.musicBrainz.run(.songGet, at: source) {
      $0.id = EntityID("isrc:recording:USJT19900012")
    }
    #expect(outcome.songs.first?.id.description == "mbid:recording:x", "\(source.requests)")
    #expect(source.requests.count == 1)
  }

  @Test(
    "lists the songs of a group's first release, whichever releases are known, or of the given one",
    arguments: [("mbid:release-group:g", "r1"), ("mbid:release:r2", "r2")]
  )
  func songsOfRelease(_ id: String, _ release: String) async throws {
    let source = FixedResponseTransport(
      #"{"id":"r","title":"Low","media":[]}"#,
      others: [
        "/ws/2/release-group/g?fmt=json&inc=artist-credits%20genres%20releases":
          MusicBrainzTests.releaseGroup
      ]
    )
    _ = try await Plugin.musicBrainz.run(.albumSongs, at: source) {
      $0.id = EntityID(id)
      $0.ids = [id, "mbid:release-group:g", "mbid:release:r2", "mbid:release:r1"].compactMap {
        EntityID($0)
      }
      $0.grant = ["musicbrainz.org": 3]
    }
    #expect(source.requests.last?.contains("/ws/2/release/\(release)?") == true)
  }

  @Test("escapes what has a meaning in queries")
  func escaped() async throws {
    let source = FixedResponseTransport(#"{"artists":[],"count":0}"#)
    _ = try await Plugin.musicBrainz.run(.artistsSearch, at: source) {
      ($0.text, $0.limit) = ("AC/DC (live)!", 5)
    }
    let query = "AC%5C%2FDC%20%5C%28live%5C%29%5C%21"
    #expect(
      source.requests == [
        "https://musicbrainz.org/ws/2/artist?fmt=json&query=\(query)&offset=0&limit=5"
      ]
    )
  }

  @Test("finds an album by its bar code, with the date of its first release")
  func barCode() async throws {
    let source = FixedResponseTransport(
      #"""
      {"id":"r","title":"Low","status":"Official","date":"1991","barcode":"5099749994324",
       "release-group":{"id":"g","first-release-date":"1977-01-14"}}
      """#,
      others: [
        "/ws/2/release?fmt=json&query=barcode%3A5099749994324":
          #"{"releases":[{"id":"r","title":"Low","date":"1991","release-group":{"id":"g"}}]}"#
      ]
    )
    let outcome = try await Plugin.musicBrainz.run(
      .albumGet,
      at: source,
      configuration: ["requestFactor": 1000]
    ) { $0.id = EntityID("upc:album:5099749994324") }
    #expect(outcome.albums.first?.id == EntityID("mbid:release:r"), "\(outcome)")
    #expect(outcome.albums.first?.releaseDate == PartialDate(year: 1977, month: 1, day: 14))
    #expect(outcome.spent["musicbrainz.org"] == 2)
  }

  @Test("accepts an id in capitals")
  func capitals() async throws {
    let id = "65314b12-0e08-43fa-ba33-baaa7b874c15"
    let source = FixedResponseTransport(#"{"id":"\#(id)","name":"Leonard Cohen"}"#)
    let outcome = try await Plugin.musicBrainz.run(.artistGet, at: source) {
      $0.id = EntityID("mbid:artist:\(id.uppercased())")
    }
    #expect(outcome.artists.first?.ids.map(\.description) == ["mbid:artist:\(id)"])
    #expect(source.requests.first?.contains("/artist/\(id)?") == true)
  }

  @Test("names the links of Apple's services like the provider of iTunes")
  func apple() async throws {
    let source = FixedResponseTransport(
      #"""
      {"id":"a","name":"Air","relations":[
        {"type":"free streaming","url":{"resource":"https://music.apple.com/us/artist/air/24463"}},
        {"type":"purchase","url":{"resource":"https://itunes.apple.com/us/artist/id24463"}}]}
      """#
    )
    let outcome = try await Plugin.musicBrainz.run(.artistGet, at: source) {
      $0.id = EntityID("mbid:artist:a")
    }
    let links = try #require(outcome.artists.first).links
    #expect(links == ["itunes": "https://music.apple.com/us/artist/air/24463"])
  }

  @Test("reports that it is rate limited after a 503", arguments: [nil, "30"])
  func rateLimited(_ retryAfter: String?) async throws {
    let headers = retryAfter.map { ["Retry-After": $0] } ?? [:]
    let source = FixedResponseTransport(HTTPResponse(status: 503, headers: headers))
    let outcome = try await Plugin.musicBrainz.run(.artistsSearch, at: source) {
      ($0.text, $0.grant) = ("Air", ["musicbrainz.org": 1])
    }
    #expect(outcome.failure?.code == .upstreamRateLimited)
    #expect(outcome.failure?.upstream == "musicbrainz.org")
    #expect(outcome.failure?.retryAfterMs == (retryAfter == nil ? 5_000 : 30_000))
  }

  @Test("retains the id of an artist that was merged into another one")
  func mergedArtist() async throws {
    let source = FixedResponseTransport(#"{"id":"new","name":"Air"}"#)
    let outcome = try await Plugin.musicBrainz.run(.artistGet, at: source) {
      $0.id = EntityID("mbid:artist:old")
    }
    let artist = try #require(outcome.artists.first)
    #expect(artist.id == EntityID("mbid:artist:new"))
    #expect(artist.ids.map(\.description) == ["mbid:artist:new", "mbid:artist:old"])
  }

  @Test("adds no id of another type or namespace than that of the record")
  func otherIDs() async throws {
    let source = FixedResponseTransport(#"{"id":"g","title":"Low"}"#)
    let outcome = try await Plugin.musicBrainz.run(.albumGet, at: source) {
      $0.id = EntityID("mbid:release:r")
      $0.ids = ["mbid:release-group:g", "upc:album:600019638258"].compactMap { EntityID($0) }
    }
    #expect(outcome.albums.first?.ids.map(\.description) == ["mbid:release-group:g"])
  }

  @Test("ignores links that have ended, and an area below a country")
  func ended() async throws {
    let source = FixedResponseTransport(
      #"""
      {"id":"a","name":"Air","area":{"name":"Reykjavík","type":"City"},"relations":[
        {"type":"other databases","url":{"resource":"https://www.bbc.co.uk/music/artists/a"}},
        {"type":"free streaming","ended":true,"url":{"resource":"https://open.spotify.com/artist/old"}},
        {"type":"free streaming","ended":false,"url":{"resource":"https://open.spotify.com/artist/new"}}]}
      """#
    )
    let outcome = try await Plugin.musicBrainz.run(.artistGet, at: source) {
      $0.id = EntityID("mbid:artist:a")
    }
    let artist = try #require(outcome.artists.first, "\(outcome)")
    #expect(artist.ids.map(\.description) == ["mbid:artist:a", "spotify:artist:new"])
    #expect(artist.links["spotify"] == "https://open.spotify.com/artist/new")
    #expect(artist.links["bbc"] == "https://www.bbc.co.uk/music/artists/a")
    #expect(artist.country == nil)
  }

  @Test("takes the songs of a release group from its first official release")
  func official() {
    let group = JSONRecord([
      "releases": [
        ["id": "bootleg", "status": "Bootleg", "date": "1972-12"],
        ["id": "vague", "status": "Official", "date": "1973"],
        ["id": "exact", "status": "Official", "date": "1973-03-01"],
      ]
    ])
    #expect(group.firstEdition == "exact")
    let promotion = JSONRecord(["releases": [["id": "only", "status": "Promotion"]]])
    #expect(promotion.firstEdition == "only")
  }

  @Test(
    "has no cover if the archive has none, and is soon requested again if the archive fails",
    arguments: [
      (404, nil, nil), (500, nil, 10_000), (503, nil, 10_000), (503, "60", 60_000),
      (503, "1", 10_000), (429, "3600", 300_000),
    ] as [(Int, String?, Int?)]
  )
  func noCover(_ status: Int, _ retryAfter: String?, _ freshMs: Int?) async throws {
    let group = HTTPResponse(body: Array(MusicBrainzTests.releaseGroup.utf8))
    let source = RecordedTransport([
      "/ws/2/release-group/g?fmt=json&inc=artist-credits%20genres%20releases": group,
      "/release-group/g": HTTPResponse(
        status: status,
        headers: retryAfter.map { ["Retry-After": $0] } ?? [:]
      ),
    ])
    let outcome = try await Plugin.musicBrainz.run(.albumGet, at: source) {
      $0.id = EntityID("mbid:release-group:g")
      $0.grant = ["musicbrainz.org": 1, "coverartarchive.org": 1]
    }
    #expect(outcome.albums.count == 1 && outcome.failure == nil)
    #expect(outcome.notes.isEmpty == (status == 404))
    #expect(outcome.freshMs == freshMs)
  }

  @Test(
    "writes words that are operators in lower case",
    arguments: [
      ("AND ALSO THE TREES", "and%20ALSO%20THE%20TREES"), ("PORTLAND, OR", "PORTLAND%2C%20or"),
      ("NOT", "not"), ("Band OR ANDREA", "Band%20or%20ANDREA"), ("TO", "to"),
    ]
  )
  func operators(_ text: String, _ query: String) async throws {
    let source = FixedResponseTransport(#"{"artists":[],"count":0}"#)
    _ = try await Plugin.musicBrainz.run(.artistsSearch, at: source) { $0.text = text }
    #expect(source.requests.first?.contains("query=\(query)&") == true, "\(source.requests)")
  }

  @Test("lists what musicbrainz.org shows of a discography, and bootlegs on request")
  func bootlegs() async throws {
    let source = FixedResponseTransport(#"{"release-groups":[],"release-group-count":0}"#)
    _ = try await Plugin.musicBrainz.run(.artistAlbums, at: source) {
      $0.id = EntityID("mbid:artist:a")
    }
    #expect(source.requests.last?.contains("release-group-status=website-default") == true)
  }

  @Test("lists the release groups of releases of others, each once")
  func appearances() async throws {
    let release =
      #""title":"Hits (Deluxe)","status":"Official","date":"1999-02","artist-credit":[{"name":"Various Artists"}]"#
    let group =
      #""release-group":{"id":"g","title":"Hits","primary-type":"Album","secondary-types":["Compilation"],"first-release-date":"1998"}"#
    let source = FixedResponseTransport(
      #"""
      {"release-count":3,"releases":[{"id":"r1",\#(release),\#(group)},{"id":"r2",\#(release),\#(group)},{"id":"r3",\#(release)}]}
      """#
    )
    let outcome = try await Plugin.musicBrainz.run(.artistAppearances, at: source) {
      $0.id = EntityID("mbid:artist:a")
    }
    let album = try #require(outcome.albums.first)
    #expect(outcome.albums.count == 1 && outcome.next == nil)
    #expect(album.ids.map(\.description) == ["mbid:release-group:g", "mbid:release:r1"])
    #expect((album.title, album.artist?.name) == ("Hits", "Various Artists"))
    #expect((album.albumKind, album.releaseDate) == (.compilation, PartialDate("1998")))
    #expect(source.requests.last?.contains("release?") == true)
    #expect(source.requests.last?.contains("track_artist=a&") == true, "\(source.requests)")
  }

  @Test("a song belongs to its original album, whichever release comes first")
  func originalAlbum() async throws {
    func release(_ id: String, _ date: String, _ more: String) -> String {
      #"{"id":"\#(id)","title":"\#(id)","date":"\#(date)",\#(more)}"#
    }
    let (album, live) = (
      #""release-group":{"primary-type":"Album"}"#,
      #""release-group":{"primary-type":"Album","secondary-types":["Live"]}"#
    )
    let various =
      #""artist-credit":[{"artist":{"id":"89ad4ac3-39f7-470e-963a-56509c546377","name":"Various Artists"}}]"#
    let single = #""release-group":{"primary-type":"Single"}"#
    let official = #""status":"Official""#
    let releases = [
      release("hits", "1979", "\(official),\(various),\(album)"),
      release("bootleg", "1970", #""status":"Bootleg",\#(album)"#),
      release("live", "1971", "\(official),\(live)"),
      release("reissue", "1994", "\(official),\(album)"),
      release("single", "1972", "\(official),\(single)"),
      release("original", "1973-03-01", "\(official),\(album)"),
    ]
    let source = FixedResponseTransport(
      #"{"recordings":[{"id":"r","title":"Time","releases":[\#(releases.joined(separator: ","))]}],"count":1}"#
    )
    let outcome = try await Plugin.musicBrainz.run(.songsSearch, at: source) { $0.text = "Time" }
    #expect(outcome.songs.first?.album?.title == "original", "\(outcome)")
  }
}
