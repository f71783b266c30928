internal import MusicModel
internal import ProviderKit

extension Artist {
  /// `language` is the language of the biography (first subtag of BCP 47).
  init(_ record: AudioDBRecord, language: String?) throws(UnusableRecord) {
    guard let id = record.id("audiodb", "artist", "idArtist") else {
      throw UnusableRecord("no idArtist")
    }
    guard let name = record.text("strArtist") else { throw UnusableRecord("no strArtist") }
    self.init(id: id, name: name)
    ids += [record.id("mbid", "artist", "strMusicBrainzID")].compactMap { $0 }
    ids.sort()
    biography = record.text("strBiography", language: language)
    biographyLang = record.language(of: "strBiography", wanted: language)
    formedYear = record.year("intFormedYear")
    bornYear = record.year("intBornYear")
    // Groups, too, have the year of their end in intDiedYear; strDisbanded is usually "Yes".
    let end = record.year("strDisbanded") ?? record.year("intDiedYear")
    (diedYear, disbandedYear) = bornYear == nil ? (nil, end) : (end, nil)
    genres = record.genres
    country = record.text("strCountry")
    artwork = AudioDBImage.artwork(record, AudioDBImage.ofArtists)
    links = record.links([
      ("website", "strWebsite"), ("facebook", "strFacebook"), ("twitter", "strTwitter"),
      ("lastfm", "strLastFMChart"),
    ])
  }
}
