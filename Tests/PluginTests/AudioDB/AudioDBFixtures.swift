/// Handwritten responses in the format of TheAudioDB.
enum AudioDBFixtures {
  static let nothing = #"{"artists":null}"#

  /// An artist with every peculiarity: numbers as strings, zeros for unknown, URLs without scheme,
  /// doubly encoded text.
  static let artist = #"""
    {"artists":[{
      "idArtist":"4711","strArtist":"The Paper Lanterns","strArtistAlternate":"","strLabel":null,
      "intFormedYear":"1968","intBornYear":"0","intDiedYear":"1981","strDisbanded":"Yes",
      "strStyle":"Rock/Pop","strGenre":"Folk Rock","strWebsite":"www.paperlanterns.example",
      "strFacebook":"0","strTwitter":"1","strLastFMChart":"http://www.last.fm/music/x",
      "strBiographyEN":"A band from Malm\u00c3\u00b6.\r\nSecond line.","strBiographyDE":"Eine Gruppe.",
      "strBiographyFR":"","strCountry":"Malmö, Sweden","intMembers":"4",
      "strArtistThumb":"http://www.theaudiodb.com/images/media/artist/thumb/a.jpg/preview",
      "strArtistFanart":"https://r2.theaudiodb.com/images/media/artist/fanart/b.jpg",
      "strArtistLogo":"","strArtistBanner":null,
      "strMusicBrainzID":"5B11F4CE-A62D-471E-81FC-A69A8278C7DA","strLocked":"unlocked"
    }]}
    """#

  /// A minimal artist, an invalid one, and a value that is not an object.
  static let mixedArtists = #"""
    {"artists":[
      {"idArtist":"1","strArtist":"Little","intFormedYear":"0","intBornYear":"","strGenre":"",
       "strCountry":null,"strMusicBrainzID":"none","strBiography":"Old form."},
      {"idArtist":null,"strArtist":"No Number"}, {"idArtist":"3","strArtist":" "}, "what?"
    ]}
    """#

  static let albums = #"""
    {"album":[
      {"idAlbum":"10","idArtist":"4711","strAlbum":"First Light","strArtist":"The Paper Lanterns",
       "intYearReleased":"1969","strStyle":"Folk","strGenre":"Folk","strLabel":"Harbour",
       "strReleaseFormat":"Album","strAlbumThumb":"https://r2.theaudiodb.com/t/10.jpg",
       "strAlbumThumbBack":"","strAlbumCDart":null,
       "strMusicBrainzID":"f5093c06-23e3-404f-aeaa-40f72885ee3a","strDiscogsID":"10362",
       "strWikidataID":"Q150901","strAllMusicID":"mw0000191308","strItunesID":"0",
       "intSales":"0"},
      {"idAlbum":"11","strAlbum":"On Stage","strArtist":null,"intYearReleased":"0",
       "strReleaseFormat":"Live","strDiscogsID":"none","strWikidataID":"150901",
       "strAllMusicID":"mw19","strItunesID":"12345"},
      {"idAlbum":"12","strAlbum":"Sleeve Notes","strReleaseFormat":"Spokenword"}
    ]}
    """#

  static let songs = #"""
    {"track":[
      {"idTrack":"100","idAlbum":"10","idArtist":"4711","strTrack":"Harbour","strAlbum":"First Light",
       "strArtist":"The Paper Lanterns","intCD":null,"intDuration":"231573","intTrackNumber":"1",
       "strGenre":"Folk","strMusicVid":"","strMusicBrainzID":"1109d8da-ce4a-4739-9414-242dc3e9b81c"},
      {"idTrack":"101","idAlbum":"10","strTrack":"Tide","strAlbum":"First Light","intCD":"2",
       "intDuration":"0","intTrackNumber":"0",
       "strMusicVid":"https://www.youtube.com/watch?v=x"}
    ]}
    """#
}
