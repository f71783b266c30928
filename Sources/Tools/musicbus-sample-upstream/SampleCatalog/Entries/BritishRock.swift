extension Artist {
  static let beatles = Artist(
    "The Beatles",
    store: 136975,
    amg: 3644,
    audioDB: 111247,
    musicBrainz: "b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d",
    genre: .rock,
    style: "Rock",
    formed: 1960,
    ended: 1970,
    members: 4,
    country: "Liverpool, England",
    biography: [
      "EN": """
      The Beatles were John Lennon, Paul McCartney, George Harrison and Ringo Starr of Liverpool. \
      In eight years of records they changed what a pop album could be.
      """,
      "DE": """
      Die Beatles aus Liverpool veränderten in acht Jahren, was ein Popalbum sein kann.
      """,
    ],
    albums: """
      Please Please Me | 1963-03-22
        I Saw Her Standing There 2:54; Please Please Me 2:00; Twist and Shout 2:35
      A Hard Day's Night | 1964-07-10
        A Hard Day's Night 2:34; And I Love Her 2:30; Can't Buy Me Love 2:12
      Help! | 1965-08-06
        Help! 2:20; Ticket to Ride 3:10; Yesterday 2:05
      Rubber Soul | 1965-12-03
        Drive My Car 2:29; Norwegian Wood (This Bird Has Flown) 2:04; Michelle 2:42
        In My Life 2:27
      Revolver | 1966-08-05
        Taxman 2:38; Eleanor Rigby 2:07; Here, There and Everywhere 2:25
        Tomorrow Never Knows 2:57
      Sgt. Pepper's Lonely Hearts Club Band | 1967-05-26 | mbid=9f7a4c28-8fa2-3113-929c-c47a9f7982c3
        Sgt. Pepper's Lonely Hearts Club Band 2:02; With a Little Help from My Friends 2:44
        Lucy in the Sky with Diamonds 3:28; A Day in the Life 5:37
      The Beatles | 1968-11-22 | disc2=3
        > Known by everybody as The White Album.
        Back in the U.S.S.R. 2:43; While My Guitar Gently Weeps 4:45; Blackbird 2:18
        Helter Skelter 4:29; Revolution 1 4:15
      Abbey Road | 1969-09-26 | mbid=9162580e-5df4-32de-80cc-f45a8d8a9b1d
        Come Together 4:19; Something 3:02; Octopus's Garden 2:50; Here Comes the Sun 3:05
        Golden Slumbers 1:31; The End 2:21
      Let It Be | 1970-05-08
        Two of Us 3:36; Across the Universe 3:48; Let It Be 4:03; Get Back 3:09
      1 | 2000-11-13 | compilation
        Love Me Do 2:20; She Loves You 2:21; Hey Jude 7:05; Penny Lane 2:59
      Abbey Road (Super Deluxe Edition) | 1969-09-26 | store in-store=2019-09-27 disc2=3
        Come Together (2019 Mix) 4:20; Something (2019 Mix) 3:02; Here Comes the Sun (2019 Mix) 3:05
        Come Together (Take 5) 3:29
      """
  )

  static let queen = Artist(
    "Queen",
    store: 3296287,
    amg: 5205,
    audioDB: 111238,
    musicBrainz: "0383dadf-2a4e-4d10-a46a-e9e041da8eb3",
    genre: .rock,
    style: "Hard Rock",
    formed: 1970,
    members: 4,
    country: "London, England",
    biography: [
      "EN": """
      Queen formed in London in 1970. Freddie Mercury, Brian May, Roger Taylor and John Deacon \
      mixed hard rock, opera and music hall, and filled stadiums with it.
      """,
      "ES": """
      Queen se formó en Londres en 1970 y mezcló rock duro, ópera y music hall.
      """,
    ],
    albums: """
      Queen | 1973-07-13
        Keep Yourself Alive 3:47; Great King Rat 5:43; Liar 6:25
      Queen II | 1974-03-08
        Father to Son 6:14; The March of the Black Queen 6:33; Seven Seas of Rhye 2:50
      Sheer Heart Attack | 1974-11-08
        Brighton Rock 5:08; Killer Queen 3:01; Stone Cold Crazy 2:16
      A Night at the Opera | 1975-11-21
        > Recorded in seven studios, with layer upon layer of voices.
        Death on Two Legs (Dedicated to...) 3:43; You're My Best Friend 2:52; '39 3:31
        The Prophet's Song 8:21; Love of My Life 3:39; Bohemian Rhapsody 5:55
        God Save the Queen 1:12
      A Night at the Opera (Deluxe Edition) | 1975-11-21 | store disc2=3
        You're My Best Friend 2:52; Love of My Life 3:39; Bohemian Rhapsody 5:55
        Keep Yourself Alive (Long-Lost Retake) 4:04; Bohemian Rhapsody (Operatic Section) 1:05
      A Day at the Races | 1976-12-10
        Tie Your Mother Down 4:48; Somebody to Love 4:56; Good Old-Fashioned Lover Boy 2:54
      News of the World | 1977-10-28
        We Will Rock You 2:02; We Are the Champions 2:59; Spread Your Wings 4:34
      Jazz | 1978-11-10
        Fat Bottomed Girls 4:16; Bicycle Race 3:01; Don't Stop Me Now 3:29
      The Game | 1980-06
        Play the Game 3:30; Another One Bites the Dust 3:35; Crazy Little Thing Called Love 2:44
      A Kind of Magic | 1986-06-02
        One Vision 5:10; A Kind of Magic 4:24; Who Wants to Live Forever 5:15
      Innuendo | 1991-02-04
        Innuendo 6:31; I'm Going Slightly Mad 4:22; The Show Must Go On 4:31
      Greatest Hits | 1981-10-26 | compilation songs-only
        Bohemian Rhapsody 5:55; Another One Bites the Dust 3:35; Killer Queen 3:01
        We Will Rock You 2:02
      Live at Wembley Stadium | 1992-05-26 | live
        One Vision (Live at Wembley) 5:50; Under Pressure (Live at Wembley) 3:41
      """
  )

  static let ledZeppelin = Artist(
    "Led Zeppelin",
    store: 994656,
    amg: 4739,
    audioDB: 111295,
    musicBrainz: "678d88b2-87b0-403b-b63d-5da7465aecc3",
    genre: .rock,
    style: "Hard Rock",
    formed: 1968,
    ended: 1980,
    members: 4,
    country: "London, England",
    biography: [
      "EN": """
      Led Zeppelin built heavy rock out of blues and folk. They parted when their drummer John \
      Bonham died in 1980.
      """
    ],
    albums: """
      Led Zeppelin | 1969-01-12
        Good Times Bad Times 2:46; Dazed and Confused 6:28; Communication Breakdown 2:30
      Led Zeppelin II | 1969-10-22
        Whole Lotta Love 5:34; Heartbreaker 4:14; Ramble On 4:34; Moby Dick 4:20
      Led Zeppelin III | 1970-10-05
        Immigrant Song 2:26; Since I've Been Loving You 7:25; Tangerine 3:12
      Led Zeppelin IV | 1971-11-08
        Black Dog 4:54; Rock and Roll 3:40; Stairway to Heaven 8:02; When the Levee Breaks 7:07
      Houses of the Holy | 1973-03-28
        The Song Remains the Same 5:32; Over the Hills and Far Away 4:50; No Quarter 7:00
      Physical Graffiti | 1975-02-24 | disc2=2
        Houses of the Holy 4:02; Kashmir 8:32; In the Light 8:46; Ten Years Gone 6:32
      """
  )

  static let bowie = Artist(
    "David Bowie",
    store: 166738,
    amg: 3753,
    audioDB: 111374,
    musicBrainz: "5441c29d-3602-4898-b1a1-b77fa23b8e50",
    genre: .rock,
    style: "Art Rock",
    born: 1947,
    ended: 2016,
    country: "London, England",
    biography: [
      "EN": """
      David Bowie changed his music and himself with nearly every record, from Ziggy Stardust to \
      Blackstar, which came out two days before he died.
      """,
      "FR": "De Ziggy Stardust à Blackstar, David Bowie a changé de visage à chaque disque.",
    ],
    albums: """
      Hunky Dory | 1971-12-17
        Changes 3:37; Oh! You Pretty Things 3:12; Life on Mars? 3:55
      The Rise and Fall of Ziggy Stardust and the Spiders from Mars | 1972-06-16
        Five Years 4:43; Starman 4:13; Ziggy Stardust 3:13; Suffragette City 3:25
      Station to Station | 1976-01-23
        Station to Station 10:11; Golden Years 4:02; Wild Is the Wind 6:00
      Low | 1977-01-14
        Speed of Life 2:47; Sound and Vision 3:04; Warszawa 6:24
      "Heroes" | 1977-10-14
        Beauty and the Beast 3:33; "Heroes" 6:09; V-2 Schneider 3:10
      Let's Dance | 1983-04-14
        Modern Love 4:46; China Girl 5:32; Let's Dance 7:37
      Blackstar | 2016-01-08
        Blackstar 9:57; Lazarus 6:22; I Can't Give Everything Away 5:47
      """
  )

  static let queenAndBowie = Artist(
    "Queen & David Bowie",
    store: 1440651053,
    genre: .rock,
    albums: """
      Under Pressure | 1981-10-26 | single store
        Under Pressure 4:08
      """
  )
}
