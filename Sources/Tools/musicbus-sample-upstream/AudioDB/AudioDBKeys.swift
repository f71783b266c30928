/// The keys of TheAudioDB's records in the order in which it gives them.
enum AudioDBKeys {
  static let artist =
    words(
      "idArtist strArtist strArtistStripped strArtistAlternate strLabel idLabel intFormedYear "
        + "intBornYear intDiedYear strDisbanded strStyle strGenre strMood strWebsite strFacebook "
        + "strTwitter strBiographyEN"
    ) + languages("strBiography")
    + words(
      "strGender intMembers strCountry strCountryCode strArtistThumb strArtistLogo "
        + "strArtistCutout strArtistClearart strArtistWideThumb strArtistFanart strArtistFanart2 "
        + "strArtistFanart3 strArtistFanart4 strArtistBanner strMusicBrainzID strISNIcode "
        + "strLastFMChart intCharted strLocked"
    )

  static let album =
    words(
      "idAlbum idArtist idLabel strAlbum strAlbumStripped strArtist strArtistStripped "
        + "intYearReleased strStyle strGenre strLabel strReleaseFormat intSales strAlbumThumb "
        + "strAlbumThumbHQ strAlbumThumbBack strAlbumCDart strAlbumSpine strAlbum3DCase "
        + "strAlbum3DFlat strAlbum3DFace strAlbum3DThumb strDescriptionEN"
    )
    + languages("strDescription")
    + words(
      "intLoved intScore intScoreVotes strReview strMood strTheme strSpeed strLocation "
        + "strMusicBrainzID strMusicBrainzArtistID strAllMusicID strBBCReviewID "
        + "strRateYourMusicID strDiscogsID strWikidataID strWikipediaID strGeniusID "
        + "strLyricWikiID strMusicMozID strItunesID strAmazonID strLocked"
    )

  static let track = words(
    "idTrack idAlbum idArtist idLyric idIMVDB strTrack strAlbum strArtist strArtistAlternate "
      + "intCD intDuration strGenre strMood strStyle strTheme strDescriptionEN strTrackThumb "
      + "strTrackLyrics strMusicVid strMusicVidDirector strMusicVidCompany strMusicVidScreen1 "
      + "strMusicVidScreen2 strMusicVidScreen3 intMusicVidViews intMusicVidLikes "
      + "intMusicVidDislikes intMusicVidFavorites intMusicVidComments intTrackNumber intLoved "
      + "intScore intScoreVotes strMusicBrainzID strMusicBrainzAlbumID strMusicBrainzArtistID "
      + "strLocked"
  )

  private static func languages(_ prefix: String) -> [String] {
    words("DE FR CN IT JP RU ES PT SE NL HU NO IL PL").map { prefix + $0 }
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
