extension Artist {
  static let u2 = Artist(
    "U2",
    store: 78500,
    amg: 5723,
    audioDB: 111252,
    musicBrainz: "a3cb23fc-acd3-4ce0-8f36-1e5aa6a18432",
    genre: .rock,
    style: "Rock",
    formed: 1976,
    members: 4,
    country: "Dublin, Ireland",
    biography: [
      "EN": """
      Four school friends of Dublin who formed a band in 1976 and have not changed its members \
      since: Bono, The Edge, Adam Clayton and Larry Mullen Jr.
      """
    ],
    albums: """
      Boy | 1980-10-20
        I Will Follow 3:37; Out of Control 4:14; The Electric Co. 4:48
      War | 1983-02-28
        Sunday Bloody Sunday 4:40; New Year's Day 5:35; 40 2:36
      The Unforgettable Fire | 1984-10-01
        Pride (In the Name of Love) 3:50; The Unforgettable Fire 4:55; Bad 6:09
      The Joshua Tree | 1987-03-09
        Where the Streets Have No Name 5:37; I Still Haven't Found What I'm Looking For 4:37
        With or Without You 4:56; Bullet the Blue Sky 4:32; Running to Stand Still 4:18
        Red Hill Mining Town 4:52; One Tree Hill 5:23
      The Joshua Tree (Super Deluxe) | 1987-03-09 | store in-store=2017-06-02 disc2=2
        Where the Streets Have No Name (Remastered) 5:36; With or Without You (Remastered) 4:55
        Where the Streets Have No Name (Live) 6:06; MLK (Live) 2:18
      Rattle and Hum | 1988-10-10
        Desire 2:58; Angel of Harlem 3:49; All I Want Is You 6:30
      Achtung Baby | 1991-11-18
        Zoo Station 4:36; Even Better Than the Real Thing 3:41; One 4:36; Mysterious Ways 4:04
      All That You Can't Leave Behind | 2000-10-30
        Beautiful Day 4:08; Stuck in a Moment You Can't Get Out Of 4:32; Walk On 4:56
      How to Dismantle an Atomic Bomb | 2004-11-22
        Vertigo 3:14; City of Blinding Lights 5:47
      Songs of Innocence | 2014-09-09
        The Miracle (Of Joey Ramone) 4:15; Every Breaking Wave 4:12
      Wide Awake in America | 1985-05 | ep
        Bad (Live) 7:59; The Three Sunrises 3:52
      """
  )

  static let acdc = Artist(
    "AC/DC",
    store: 5040714,
    amg: 3496,
    audioDB: 111330,
    musicBrainz: "66c662b6-6e2f-4930-8610-912e24c63ed1",
    genre: .rock,
    style: "Hard Rock",
    formed: 1973,
    members: 5,
    country: "Sydney, Australia",
    biography: [
      "EN": "AC/DC have played the same hard rock since 1973, louder than most.",
      "DE": "AC/DC spielen seit 1973 denselben harten Rock, lauter als die meisten.",
    ],
    albums: """
      High Voltage | 1976-05-14
        It's a Long Way to the Top (If You Wanna Rock 'n' Roll) 5:15; T.N.T. 3:34
      Highway to Hell | 1979-07-27
        Highway to Hell 3:28; Girls Got Rhythm 3:23; Touch Too Much 4:27
      Back in Black | 1980-07-25
        Hells Bells 5:12; Shoot to Thrill 5:17; Back in Black 4:15; You Shook Me All Night Long 3:30
      For Those About to Rock (We Salute You) | 1981-11-23
        For Those About to Rock (We Salute You) 5:44; Let's Get It Up 3:54
      """
  )

  static let fleetwoodMac = Artist(
    "Fleetwood Mac",
    store: 158038,
    amg: 4276,
    audioDB: 111402,
    musicBrainz: "bd13909f-1c29-4c27-a874-d4aaf27c5b1a",
    genre: .rock,
    style: "Soft Rock",
    formed: 1967,
    members: 5,
    country: "London, England",
    biography: [
      "EN":
        "A British blues band that moved to California and made Rumours out of its own quarrels."
    ],
    albums: """
      Fleetwood Mac | 1968-02-24
        My Heart Beat Like a Hammer 2:55; Shake Your Moneymaker 2:55
      Fleetwood Mac | 1975-07-11
        Monday Morning 2:48; Rhiannon 4:12; Landslide 3:19; Say You Love Me 4:11
      Rumours | 1977-02-04
        Second Hand News 2:56; Dreams 4:17; Never Going Back Again 2:14; Don't Stop 3:13
        Go Your Own Way 3:43; The Chain 4:30; Gold Dust Woman 4:56
      Tusk | 1979-10-12
        Sara 6:26; Tusk 3:37
      """
  )
}
