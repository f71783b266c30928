/// Handwritten feeds in all formats that Apple has used.
enum FeedFixtures {
  /// Version 2, with its misspelling and all date formats.
  static let albums = #"""
    {"feed":{"title":"Top Albums","country":"us","updated":"Wed, 27 Apr 2022 08:49:26 +0000",
     "results":[
      {"artistName":"The Paper Lanterns","id":"10","name":"First Light","releaseDate":"2022-04-22",
       "kind":"albums","artistId":"4711","artistUrl":"https://music.apple.com/us/artist/x/4711",
       "contentAdvisoryRating":"Explict",
       "artworkUrl100":"https://is4-ssl.mzstatic.com/image/thumb/a/22UMGIM43681.rgb.jpg/100x100bb.jpg",
       "genres":[{"genreId":"18","name":"Folk","url":"x"},{"genreId":"34","name":"Music","url":"x"}],
       "url":"https://music.apple.com/us/album/first-light/10"},
      {"artistName":"Various Artists","id":"11","name":"Hits - EP","releaseDate":"1980-06",
       "kind":"albums","genres":[]},
      {"artistName":"Unknown","id":"12","name":"Show","kind":"podcast"},
      {"artistName":"A & B","id":"13","name":"Both","releaseDate":"1999","kind":"albums",
       "artistId":"4711",
       "artistUrl":"https://music.apple.com/WebObjects/MZStore.woa/wa/viewCollaboration?cc=us&ids=1-2"},
      {"name":"No Number","kind":"albums"}
     ]}}
    """#

  /// Version 1 of 2017: genres as strings, empty strings, dates with a time.
  static let oldAlbums = #"""
    {"feed":{"results":[
      {"artistId":"4711","artistName":"The Paper Lanterns","contentAdvisoryRating":"",
       "copyright":"℗ 2017 Harbour","genreNames":["Folk","Music"],"id":"10","kind":"album",
       "name":"First Light","releaseDate":"2017-07-28T00:00:00Z","primaryGenreName":"Folk",
       "artworkUrl100":"http://is1.mzstatic.com/image/thumb/a/source/200x200bb.png"}
    ]}}
    """#

  static let songs = #"""
    {"feed":{"results":[
      {"artistName":"The Paper Lanterns","id":"100","name":"Harbour","kind":"song",
       "collectionName":"First Light - Single","artistId":"4711","contentAdvisoryRating":"Explicit",
       "url":"https://music.apple.com/us/album/harbour/10?i=100"}
    ]}}
    """#

  static let podcasts = #"{"feed":{"results":[{"name":"Show","id":"1","kind":"Podcast"}]}}"#
}
