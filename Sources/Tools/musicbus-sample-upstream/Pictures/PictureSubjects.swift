/// What the pictures at the addresses of all sources show: one album has one sleeve everywhere.
struct PictureSubjects: Sendable {
  /// By the part of an address that names the picture.
  private var subjects: [String: Picture.Subject] = [:]

  init(_ catalog: SampleCatalog, _ library: ReleaseLibrary) {
    for artist in catalog.artists + library.artists {
      let subject = Self.portrait(artist)
      subjects[artist.musicBrainz] = subject
      for path in ["artist/thumb", "artist/logo", "artist/fanart", "artist/banner"] {
        subjects[AudioDBRecords.pictureName(path, artist.name)] = subject
      }
      for album in artist.albums {
        let name = AudioDBRecords.pictureName("album/thumb", "\(artist.name)-\(album.title)")
        subjects[name] = Self.sleeve(album, artist.name)
      }
    }
    for album in catalog.storeAlbums {
      subjects[StoreLinks.pictureName(album)] = Self.sleeve(album.album, album.artist.name)
    }
    for release in library.releases {
      subjects[release.group] = Self.sleeve(release)
    }
  }

  /// What the picture of an address shows: the name with or without an extension is in its path.
  func subject(of path: ArraySlice<String>) -> Picture.Subject {
    let names = path.map { String($0.prefix { $0 != "." }) }
    return names.lazy.compactMap { subjects[$0] }.first
      ?? .album(title: "", artist: path.joined(separator: "/"))
  }

  static func sleeve(_ release: Release) -> Picture.Subject {
    sleeve(release.work, release.artist.name)
  }

  /// Editions have the sleeve of their album.
  private static func sleeve(_ album: Album, _ artist: String) -> Picture.Subject {
    let title = album.title.split(separator: " (").first.map(String.init) ?? album.title
    return .album(title: title, artist: artist)
  }

  private static func portrait(_ artist: Artist) -> Picture.Subject {
    .artist(artist.name, people: artist.members ?? (artist.born == nil ? 4 : 1))
  }
}
