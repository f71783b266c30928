extension Artist {
  static let chkChkChk = Artist(
    "!!!",
    aliases: ["Chk Chk Chk"],
    store: 5268857,
    amg: 447186,
    audioDB: 113208,
    musicBrainz: "f26c72d3-e52c-467b-b651-679c73d8e1a7",
    genre: .alternative,
    style: "Dance-Punk",
    formed: 1996,
    country: "Sacramento, California, USA",
    biography: [
      "EN": "Their name is pronounced by any sound said three times, most often chk chk chk."
    ],
    albums: """
      !!! | 2001-01-23
        The Step 4:42; Hammerhead 5:04
      Louden Up Now | 2004-06-08 | explicit
        When the Going Gets Tough, the Tough Get Karazzee 5:53; Pardon My Freedom 5:44
        Me and Giuliani Down by the School Yard (A True Story) 9:04
      Myth Takes | 2007-03-05
        Myth Takes 2:22; Must Be the Moon 5:44; Heart of Hearts 6:02
      Wallop | 2019-08-30
        Let It Change U 4:00; Off the Grid 4:17
      """
  )

  static let motherMother = Artist(
    "Mother Mother",
    store: 203683398,
    audioDB: 115342,
    genre: .alternative,
    style: "Indie Rock",
    formed: 2005,
    members: 5,
    country: "Vancouver, Canada",
    biography: [
      "EN": "An indie band of Vancouver whose Hayloft found a second life on the net."
    ],
    albums: """
      Touch Up | 2007-02-27
        Verbatim 2:53; Polynesia 3:03
      O My Heart | 2008-09-16
        O My Heart 3:28; Burning Pile 4:22; Body of Years 3:46; Hayloft 3:01; Wrecking Ball 3:34
      Eureka | 2011-03-15
        The Stand 2:55; Simply Simple 3:46
      Inside | 2021-06-25 | explicit+cleaned
        Sick of the Silence 3:37; I Got Love 3:55
      Hayloft II | 2022-01-27 | single
        Hayloft II 3:27
      """
  )

  static let weezer = Artist(
    "Weezer",
    store: 115234,
    amg: 41287,
    audioDB: 111573,
    genre: .alternative,
    style: "Power Pop",
    formed: 1992,
    members: 4,
    country: "Los Angeles, California, USA",
    biography: [
      "EN": "Weezer have called half a dozen albums Weezer; people tell them apart by colour."
    ],
    albums: """
      Weezer | 1994-05-10 | audiodb
        My Name Is Jonas 3:24; Buddy Holly 2:39; Undone - The Sweater Song 5:05
      Weezer (Blue Album) | 1994-05-10 | store
        My Name Is Jonas 3:24; Buddy Holly 2:39; Undone - The Sweater Song 5:05
      Pinkerton | 1996-09-24
        Tired of Sex 3:00; El Scorcho 4:03; The Good Life 4:17
      Weezer | 2001-05-15 | audiodb
        Hash Pipe 3:06; Island in the Sun 3:20
      Weezer (Green Album) | 2001-05-15 | store
        Hash Pipe 3:06; Island in the Sun 3:20
      Weezer (Red Album) | 2008-06-03
        Troublemaker 2:44; Pork and Beans 3:09
      Weezer (Teal Album) | 2019-01-24
        Africa 3:58; Everybody Wants to Rule the World 4:23
      """
  )

  static let arcticMonkeys = Artist(
    "Arctic Monkeys",
    store: 62820413,
    amg: 747294,
    audioDB: 111480,
    musicBrainz: "ada7a83c-e3e1-40f1-93f9-3e73dbc9298a",
    genre: .alternative,
    style: "Indie Rock",
    formed: 2002,
    members: 4,
    country: "Sheffield, England",
    biography: ["EN": "Four friends of Sheffield whose first record sold faster than any before."],
    albums: """
      Whatever People Say I Am, That's What I'm Not | 2006-01-23 | explicit
        I Bet You Look Good on the Dancefloor 2:53; When the Sun Goes Down 3:20
        Mardy Bum 2:55
      Favourite Worst Nightmare | 2007-04-18
        Brianstorm 2:50; Fluorescent Adolescent 2:57; 505 4:13
      AM | 2013-09-06 | explicit
        Do I Wanna Know? 4:32; R U Mine? 3:21; Why'd You Only Call Me When You're High? 2:41
      Tranquility Base Hotel & Casino | 2018-05-11
        Star Treatment 5:54; Four Out of Five 5:12
      """
  )

  /// TheAudioDB knows next to nothing of it: no year, no text, no country.
  static let lanternQuay = Artist(
    "Lantern Quay",
    store: 1557003122,
    audioDB: 148233,
    genre: .singerSongwriter,
    albums: """
      Harbour Lights | 2019
        Low Water 3:41; The Ferryman's Daughter 4:18; Harbour Lights 3:05
      Salt and Paper | 2022-10 | ep streaming-only
        Salt and Paper 2:58; November Again 3:33
      """
  )
}
