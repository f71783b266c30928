extension Artist {
  static let radiohead = Artist(
    "Radiohead",
    store: 657515,
    amg: 41092,
    audioDB: 111241,
    musicBrainz: "a74b1b7f-71a5-4011-9441-d0b5e4122711",
    genre: .alternative,
    style: "Alternative Rock",
    formed: 1985,
    members: 5,
    country: "Abingdon, England",
    biography: [
      "EN": """
      Radiohead met at school near Oxford. With each record since OK Computer they have moved \
      further from the guitar band that they began as.
      """,
      "PT": "Radiohead é uma banda inglesa de rock alternativo formada em 1985.",
    ],
    albums: """
      Pablo Honey | 1993-02-22
        You 3:29; Creep 3:57; Anyone Can Play Guitar 3:38
      The Bends | 1995-03-13
        The Bends 4:06; High and Dry 4:18; Fake Plastic Trees 4:51; Just 3:54
        Street Spirit (Fade Out) 4:13
      OK Computer | 1997-05-21 | mbid=b1392450-e666-3926-a536-22c65f834433
        Airbag 4:44; Paranoid Android 6:23; Subterranean Homesick Alien 4:27
        Exit Music (For a Film) 4:24; Let Down 4:59; Karma Police 4:21; Fitter Happier 1:57
        Electioneering 3:50; Climbing Up the Walls 4:45; No Surprises 3:48; Lucky 4:19
        The Tourist 5:24
      OK Computer OKNOTOK 1997 2017 | 1997-05-21 | store in-store=2017-06-23 disc2=3
        Airbag (Remastered) 4:47; Paranoid Android (Remastered) 6:27; Lucky (Remastered) 4:18
        I Promise 3:59; Man of War 4:29; Lift 4:07
      Kid A | 2000-10-02
        Everything in Its Right Place 4:11; The National Anthem 5:51; Idioteque 5:09
        How to Disappear Completely 5:56
      Amnesiac | 2001-05-30
        Packt Like Sardines in a Crushd Tin Box 4:00; Pyramid Song 4:49; Knives Out 4:15
      Hail to the Thief | 2003-06-09
        2 + 2 = 5 3:19; Sit Down. Stand Up. 4:19; There, There 5:25
      In Rainbows | 2007-10-10
        15 Step 3:57; Bodysnatchers 4:02; Nude 4:15; Weird Fishes/Arpeggi 5:18; Reckoner 4:50
      The King of Limbs | 2011-02-18
        Bloom 5:15; Lotus Flower 5:01; Codex 4:47
      A Moon Shaped Pool | 2016-05-08
        Burn the Witch 3:40; Daydreaming 6:24; True Love Waits 4:43
      Airbag / How Am I Driving? | 1998-04-21 | ep
        Palo Alto 3:43; Polyethylene, Pts. 1 & 2 4:23
      """
  )

  static let coldplay = Artist(
    "Coldplay",
    store: 471744,
    amg: 434446,
    audioDB: 111239,
    musicBrainz: "cc197bad-dc9c-440d-a5b5-d52ba2e14234",
    genre: .alternative,
    style: "Alternative Rock",
    formed: 1996,
    members: 4,
    country: "London, England",
    biography: [
      "EN": """
      Coldplay formed at University College London in 1996 and have sold over a hundred million \
      albums since Parachutes.
      """,
      "DE": "Coldplay fanden sich 1996 am University College London.",
      "SE": "Coldplay bildades vid University College London 1996.",
    ],
    albums: """
      Parachutes | 2000-07-10 | audiodb-id=2109615
        Don't Panic 2:17; Shiver 5:00; Sparks 3:47; Yellow 4:29; Trouble 4:31
      A Rush of Blood to the Head | 2002-08-26
        In My Place 3:48; God Put a Smile Upon Your Face 4:57; The Scientist 5:09; Clocks 5:07
      X&Y | 2005-06-06
        Square One 4:47; Fix You 4:55; Speed of Sound 4:48
      Viva la Vida or Death and All His Friends | 2008-06-12
        Life in Technicolor 2:29; Lost! 3:55; Viva la Vida 4:02; Violet Hill 3:42
      Prospekt's March | 2008-11-21 | ep
        Life in Technicolor II 4:05; Glass of Water 4:44
      Mylo Xyloto | 2011-10-24
        Paradise 4:37; Charlie Brown 4:45; Princess of China (feat. Rihanna) 3:59
      Ghost Stories | 2014-05-16
        Magic 4:45; Midnight 4:54; A Sky Full of Stars 4:28
      A Head Full of Dreams | 2015-12-04
        Adventure of a Lifetime 4:23; Hymn for the Weekend 4:18
      Everyday Life | 2019-11-22
        Church 3:50; Orphans 3:17
      Music of the Spheres | 2021-10-15
        Higher Power 3:31; My Universe 3:46
      My Universe | 2021-09-24 | single store
        My Universe 3:46 @ Coldplay & BTS
      """
  )

  static let nirvana = Artist(
    "Nirvana",
    store: 112018,
    amg: 5034,
    audioDB: 111319,
    musicBrainz: "5b11f4ce-a62d-471e-81fc-a69a8278c7da",
    genre: .alternative,
    style: "Grunge",
    formed: 1987,
    ended: 1994,
    members: 3,
    country: "Aberdeen, Washington, USA",
    biography: [
      "EN": """
      Kurt Cobain, Krist Novoselic and Dave Grohl made three studio albums, of which Nevermind \
      carried the sound of Seattle around the world in 1991.
      """,
      "DE": "Drei Studioalben genügten Nirvana, um den Rock der Neunziger zu verändern.",
    ],
    albums: """
      Bleach | 1989-06-15
        Blew 2:55; About a Girl 2:48; Negative Creep 2:56
      Nevermind | 1991-09-24 | mbid=1b022e01-4da6-387b-8658-8678046e4cef
        Smells Like Teen Spirit 5:01; In Bloom 4:15; Come as You Are 3:39; Breed 3:04
        Lithium 4:17; Polly 2:57; Territorial Pissings 2:23; Drain You 3:44; Lounge Act 2:36
        Stay Away 3:32; On a Plain 3:16; Something in the Way 3:52
      Nevermind (30th Anniversary Super Deluxe) | 1991-09-24 | store in-store=2021-11-12 disc2=2
        Smells Like Teen Spirit (2021 Remaster) 5:01; Come as You Are (2021 Remaster) 3:39
        Drain You (Live in Amsterdam) 3:54; Polly (Live in Del Mar) 2:49
      Incesticide | 1992-12-14 | compilation
        Dive 3:55; Sliver 2:16; Aneurysm 4:36
      In Utero | 1993-09-21 | explicit
        Serve the Servants 3:36; Heart-Shaped Box 4:41; Dumb 2:32; All Apologies 3:51
      MTV Unplugged in New York | 1994-11-01 | live
        About a Girl 3:38; The Man Who Sold the World 4:21; Where Did You Sleep Last Night 5:06
      Nirvana | 2002-10-29 | compilation
        You Know You're Right 3:38; Heart-Shaped Box 4:39; Rape Me 2:50
      """
  )

  /// Of the same name and twenty years older: only the store has it.
  static let nirvanaOfLondon = Artist(
    "Nirvana",
    store: 28673423,
    genre: .rock,
    style: "Psychedelic Rock",
    albums: """
      The Story of Simon Simopath | 1967-10 | store
        Wings of Love 3:20; Pentecost Hotel 3:06
      All of Us | 1968-12 | store
        Rainbow Chaser 2:40; Tiny Goddess 3:58
      """
  )
}
