/// Handwritten responses in the format of the iTunes Search API.
enum ITunesFixtures {
  static let artist = #"""
    {"wrapperType":"artist","artistType":"Artist","artistName":"The Paper Lanterns","artistId":4711,
     "artistLinkUrl":"http://music.apple.com/us/artist/the-paper-lanterns/4711?uo=4",
     "amgArtistId":5205,"primaryGenreName":"Rock","primaryGenreId":21}
    """#

  static let album = #"""
    {"wrapperType":"collection","collectionType":"Album","artistId":4711,"collectionId":10,
     "artistName":"The Paper Lanterns","collectionName":"First &amp; Light - EP",
     "collectionViewUrl":"https://music.apple.com/us/album/first-light/10?uo=4",
     "artworkUrl60":"http://is1.mzstatic.com/image/thumb/Music/v4/a/195081034713.jpg/60x60bb.jpg",
     "artworkUrl100":"http://is1.mzstatic.com/image/thumb/Music/v4/a/195081034713.jpg/100x100bb.jpg",
     "collectionPrice":9.99,"collectionExplicitness":"notExplicit","trackCount":12,
     "copyright":"℗ 2015 Harbour","country":"USA","currency":"USD",
     "releaseDate":"2015-09-11T07:00:00Z","primaryGenreName":"Rock"}
    """#

  static let compilation = #"""
    {"wrapperType":"collection","collectionType":"Album","artistId":36270,"collectionId":11,
     "artistName":"Various Artists","collectionName":"Hits","collectionPrice":-1.00,
     "collectionExplicitness":"cleaned","trackCount":0,"currency":"USD"}
    """#

  static func song(
    id: Int,
    disc: Int = 1,
    track: Int,
    name: String = "Harbour",
    explicitness: String = "notExplicit",
    more: String = ""
  ) -> String {
    #"{"wrapperType":"track","kind":"song","artistId":4711,"collectionId":10,"trackId":\#(id),"#
      + #""artistName":"The Paper Lanterns","collectionName":"First Light - Single","#
      + #""trackName":"\#(name)","trackPrice":-1.0,"collectionPrice":9.99,"currency":"USD","#
      + #""trackViewUrl":"https://music.apple.com/us/album/x/10?i=\#(id)&uo=4","#
      + #""previewUrl":"https://audio-ssl.itunes.apple.com/p/\#(id).m4a","#
      + #""artworkUrl100":"https://is1-ssl.mzstatic.com/image/source/100x100bb.jpg","#
      + #""releaseDate":"1975-11-21T12:00:00Z","trackExplicitness":"\#(explicitness)","#
      + #""discNumber":\#(disc),"trackNumber":\#(track),"trackTimeMillis":223094.0,"#
      + #""primaryGenreName":"Rock"\#(more)}"#
  }

  static let others = [
    #"{"wrapperType":"track","kind":"music-video","trackId":20,"trackName":"V","artistName":"A"}"#,
    #"{"wrapperType":"track","kind":"feature-movie","trackId":21,"trackName":"F","artistName":"A"}"#,
    #"{"wrapperType":"audiobook","collectionId":22,"collectionName":"B","artistName":"A"}"#,
    #"{"kind":"podcast","collectionId":23}"#,
    #"{"x":1}"#,
    #"{"wrapperType":"track","kind":"song","trackName":"No Number"}"#,
    #"{"wrapperType":"track","kind":"song","trackId":24}"#,
    #""nothing""#,
  ]

  static func results(_ records: [String]) -> String {
    "\n\n\n{\"resultCount\":\(records.count),\n\"results\": [\(records.joined(separator: ",\n"))]}\n\n\n"
  }
}
