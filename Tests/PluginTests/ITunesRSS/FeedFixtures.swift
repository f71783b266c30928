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

  static let legacyAlbum = #"""
    {"im:name":{"label":"First Light"},
     "im:image":[
      {"label":"https://is5-ssl.mzstatic.com/image/thumb/a/075679690432.jpg/55x55bb.png",
       "attributes":{"height":"55"}},
      {"label":"https://is2-ssl.mzstatic.com/image/thumb/b/075679690432.jpg/170x170bb.png",
       "attributes":{"height":"170"}}],
     "im:itemCount":{"label":"14"},
     "im:price":{"label":"$9.99","attributes":{"amount":"9.99000","currency":"USD"}},
     "im:contentType":{"im:contentType":{"attributes":{"term":"Album","label":"Album"}},
      "attributes":{"term":"Music","label":"Music"}},
     "rights":{"label":"℗ 2023 Harbour"},"title":{"label":"First Light - The Paper Lanterns"},
     "link":{"attributes":{"rel":"alternate","href":"https://itunes.apple.com/us/album/x/id10?uo=2"}},
     "id":{"label":"https://itunes.apple.com/us/album/x/id10?uo=2","attributes":{"im:id":"10"}},
     "im:artist":{"label":"The Paper Lanterns",
      "attributes":{"href":"https://itunes.apple.com/us/artist/x/id4711?uo=2"}},
     "category":{"attributes":{"im:id":"21","term":"Folk","label":"Folk"}},
     "im:releaseDate":{"label":"2023-06-23T00:00:00-07:00","attributes":{"label":"June 23, 2023"}}}
    """#

  static let legacySong = #"""
    {"im:name":{"label":"Harbour"},
     "im:collection":{"im:name":{"label":"First Light - EP"},
      "link":{"attributes":{"href":"https://music.apple.com/us/album/first-light/10?uo=2"}}},
     "im:price":{"label":"Free","attributes":{"amount":"0.00000","currency":"USD"}},
     "im:contentType":{"im:contentType":{"attributes":{"term":"Track","label":"Track"}},
      "attributes":{"term":"Music","label":"Music"}},
     "link":[
      {"attributes":{"rel":"alternate","href":"https://music.apple.com/us/album/harbour/10?i=100"}},
      {"im:duration":{"label":"30000"},"attributes":{"rel":"enclosure",
       "href":"https://audio-ssl.itunes.apple.com/p/100.m4a","im:assetType":"preview"}}],
     "id":{"label":"x","attributes":{"im:id":"100"}},
     "im:artist":{"label":"Various Artists"},
     "im:releaseDate":{"label":"","attributes":{"label":"May 5, 2017"}}}
    """#

  static let podcast = #"""
    {"im:name":{"label":"Show"},"im:contentType":{"attributes":{"term":"Podcast"}},
     "id":{"attributes":{"im:id":"1"}}}
    """#

  static func legacy(_ entry: String?) -> String {
    #"{"feed":{"author":{"name":{"label":"iTunes Store"}}\#(entry.map { #","entry":\#($0)"# } ?? "")}}"#
  }
}
