extension Artist {
  static let milesDavis = Artist(
    "Miles Davis",
    store: 44984,
    amg: 423829,
    audioDB: 111429,
    musicBrainz: "561d854a-6a28-4aa7-8c99-323e6ce46c2a",
    genre: .jazz,
    style: "Jazz",
    born: 1926,
    ended: 1991,
    country: "Alton, Illinois, USA",
    biography: [
      "EN": """
      The trumpeter Miles Davis was there, often first, at every turn of jazz from bebop to \
      fusion.
      """,
      "FR": "Trompettiste, Miles Davis a pris part à toutes les révolutions du jazz.",
    ],
    albums: """
      Birth of the Cool | 1957-02 | compilation
        Move 2:33; Jeru 3:13; Boplicity 3:00
      Kind of Blue | 1959-08-17
        So What 9:22; Freddie Freeloader 9:46; Blue in Green 5:37; All Blues 11:33
        Flamenco Sketches 9:26
      Kind of Blue (Legacy Edition) | 1959-08-17 | store in-store=2009-01-20 disc2=2
        So What 9:22; Blue in Green 5:37; So What (Live) 17:29; On Green Dolphin Street 9:50
      Sketches of Spain | 1960-07-18
        Concierto de Aranjuez (Adagio) 16:19; Solea 12:15
      Bitches Brew | 1970-03-30
        Pharaoh's Dance 20:04; Bitches Brew 26:58; Spanish Key 17:32
      In a Silent Way | 1969-07-30
        Shhh / Peaceful 18:16; In a Silent Way / It's About That Time 19:52
      Tutu | 1986-09
        Tutu 5:15; Portia 6:18
      """
  )

  static let johnWilliams = Artist(
    "John Williams",
    store: 3249567,
    amg: 134107,
    audioDB: 112340,
    musicBrainz: "53b106e7-0cc6-42cc-ac95-ed8d30a3a98e",
    genre: .soundtrack,
    style: "Film Score",
    born: 1932,
    country: "New York, USA",
    biography: [
      "EN": """
      John Williams has written the music of more films that everybody can hum than anyone: \
      Jaws, Star Wars, Indiana Jones, Harry Potter.
      """
    ],
    albums: """
      Star Wars: A New Hope (Original Motion Picture Soundtrack) | 1977-05-25 | soundtrack disc2=3
        Main Title 5:23; Imperial Attack 6:41; Princess Leia's Theme 4:23; Cantina Band 2:46
        The Throne Room / End Title 5:28
      Jaws (Original Motion Picture Soundtrack) | 1975-06-20 | soundtrack
        Main Title (Theme from "Jaws") 2:18; The Shark Cage Fugue 2:01
      Raiders of the Lost Ark | 1981-06-12 | soundtrack
        The Raiders March 2:50; The Map Room: Dawn 3:52
      E.T. the Extra-Terrestrial | 1982-06-11 | soundtrack
        Three Million Light Years from Home 2:58; Adventures on Earth 15:06
      Jurassic Park | 1993-05-20 | soundtrack
        Theme from Jurassic Park 3:27; Journey to the Island 8:52
      Schindler's List | 1993-12-07 | soundtrack
        Theme from Schindler's List 4:15; Jewish Town (Krakow Ghetto - Winter '41) 4:40
      Harry Potter and the Sorcerer's Stone | 2001-10-30 | soundtrack
        Prologue 2:12; Hedwig's Theme 5:09
      """
  )

  /// A guitarist of the same name, of whom the store alone knows.
  static let johnWilliamsGuitarist = Artist(
    "John Williams",
    store: 204558,
    genre: .classical,
    albums: """
      Spanish Guitar Music | 1970 | store
        Asturias 6:23; Recuerdos de la Alhambra 4:35
      """
  )

  static let hansZimmer = Artist(
    "Hans Zimmer",
    store: 6990054,
    amg: 177015,
    audioDB: 112351,
    genre: .soundtrack,
    style: "Film Score",
    born: 1957,
    country: "Frankfurt am Main, Germany",
    biography: ["DE": "Hans Zimmer aus Frankfurt am Main schreibt Filmmusik in Hollywood."],
    albums: """
      Gladiator | 2000-04-25 | soundtrack
        Now We Are Free 4:14 @ Hans Zimmer & Lisa Gerrard; The Battle 10:02
      Inception | 2010-07-13 | soundtrack
        Dream Is Collapsing 2:24; Time 4:36
      Interstellar | 2014-11-18 | soundtrack
        Cornfield Chase 2:06; No Time for Caution 4:06; S.T.A.Y. 6:52
      """
  )

  static let bach = Artist(
    "Johann Sebastian Bach",
    store: 298496035,
    amg: 6894,
    audioDB: 118003,
    musicBrainz: "24f1766e-9635-4d58-a4d4-9413f9f98a4c",
    genre: .classical,
    style: "Baroque",
    born: 1685,
    ended: 1750,
    country: "Eisenach, Germany",
    biography: ["DE": "Johann Sebastian Bach war Kantor der Thomaskirche in Leipzig."],
    albums: """
      Goldberg Variations, BWV 988 | 1981-09 | songs-only
        Aria 3:05 @ Glenn Gould; Variation 1 1:10 @ Glenn Gould
      Cello Suites | 1983
        Suite No. 1 in G Major, BWV 1007: I. Prélude 2:31 @ Yo-Yo Ma
      """
  )
}
