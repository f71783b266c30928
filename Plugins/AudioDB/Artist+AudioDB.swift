internal import MusicModel
internal import ProviderKit

extension Artist {
  /// The language, of the biography, is the first subtag of BCP 47.
  init(_ record: AudioDBRecord, language: String?) throws(UnusableRecord) {
    guard let id = record.id("audiodb", "artist", "idArtist") else {
      throw UnusableRecord("no idArtist")
    }
    guard let name = record.text("strArtist") else { throw UnusableRecord("no strArtist") }
    self.init(id: id, name: name)
    ids += [record.id("mbid", "artist", "strMusicBrainzID")].compactMap { $0 }
    ids.sort()
    biography = record.text("strBiography", language: language)
    formedYear = record.year("intFormedYear") ?? record.year("intBornYear")
    // Mostly "Yes"; the year of the end is that of death, also for groups.
    disbandedYear = record.year("strDisbanded") ?? record.year("intDiedYear")
    genres = record.genres
    country = record.text("strCountry")
    artwork = AudioDBPicture.artwork(record, AudioDBPicture.ofArtists)
    links = record.links([
      ("website", "strWebsite"), ("facebook", "strFacebook"), ("twitter", "strTwitter"),
      ("lastfm", "strLastFMChart"),
    ])
  }
}
