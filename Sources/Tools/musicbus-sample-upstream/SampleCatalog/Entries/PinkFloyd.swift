extension Artist {
  static let pinkFloyd = Artist(
    "Pink Floyd",
    store: 487143,
    amg: 5106,
    audioDB: 111279,
    musicBrainz: "83d91898-7763-47d7-b03b-b92132375c47",
    genre: .rock,
    style: "Progressive Rock",
    formed: 1965,
    ended: 2014,
    members: 5,
    country: "London, England",
    biography: [
      "EN": """
      Pink Floyd grew out of the London underground of 1965 around Syd Barrett and became the \
      best-known band of progressive rock, with long suites, films and elaborate stages.

      After Barrett left in 1968, Roger Waters, David Gilmour, Richard Wright and Nick Mason \
      made The Dark Side of the Moon, Wish You Were Here and The Wall.
      """,
      "DE": """
      Pink Floyd entstanden 1965 in London um Syd Barrett und wurden zur bekanntesten Gruppe \
      des Progressive Rock. The Dark Side of the Moon stand jahrelang in den Hitparaden.
      """,
      "FR": """
      Formé à Londres en 1965, Pink Floyd est le groupe le plus connu du rock progressif, \
      célèbre pour ses longs morceaux et ses spectacles.
      """,
    ],
    albums: """
      The Dark Side of the Moon | 1973-03-01 | mbid=f5093c06-23e3-404f-aeaa-40f72885ee3a
        > One continuous suite about money, time and madness, which stayed in the charts for years.
        Speak to Me 1:05; Breathe (In the Air) 2:50; On the Run 3:45; Time 6:53
        The Great Gig in the Sky 4:44; Money 6:23; Us and Them 7:49; Any Colour You Like 3:26
        Brain Damage 3:46; Eclipse 2:12
      Wish You Were Here | 1975-09-12
        > Written around the absence of Syd Barrett.
        Shine On You Crazy Diamond, Pts. 1-5 13:32; Welcome to the Machine 7:28; Have a Cigar 5:08
        Wish You Were Here 5:35; Shine On You Crazy Diamond, Pts. 6-9 12:29
      The Wall | 1979-11-30 | disc2=13
        > A double album about a rock star who walls himself in.
        In the Flesh? 3:18; The Thin Ice 2:28; Another Brick in the Wall, Pt. 1 3:10
        The Happiest Days of Our Lives 1:51; Another Brick in the Wall, Pt. 2 3:59; Mother 5:35
        Goodbye Blue Sky 2:48; Empty Spaces 2:07; Young Lust 3:29; One of My Turns 3:37
        Don't Leave Me Now 4:16; Another Brick in the Wall, Pt. 3 1:15; Goodbye Cruel World 1:15
        Hey You 4:41; Is There Anybody Out There? 2:41; Nobody Home 3:25; Vera 1:34
        Bring the Boys Back Home 1:27; Comfortably Numb 6:22; The Show Must Go On 1:36
        In the Flesh 4:16; Run Like Hell 4:23; Waiting for the Worms 3:58; Stop 0:31
        The Trial 5:16; Outside the Wall 1:44
      The Piper at the Gates of Dawn | 1967-08-05
        Astronomy Domine 4:14; Lucifer Sam 3:07; Matilda Mother 3:08; Flaming 2:46
        Interstellar Overdrive 9:41; Bike 3:24
      A Saucerful of Secrets | 1968-06-28
        Let There Be More Light 5:38; Set the Controls for the Heart of the Sun 5:28
        A Saucerful of Secrets 11:57; Jugband Blues 2:59
      Soundtrack from the Film More | 1969-06-13 | soundtrack
        Cirrus Minor 5:18; The Nile Song 3:26; Cymbaline 4:50
      Ummagumma | 1969-11-07 | disc2=4
        Astronomy Domine 8:32; Careful with That Axe, Eugene 8:49
        Set the Controls for the Heart of the Sun 9:27; A Saucerful of Secrets 12:48
        Sysyphus 13:28; Grantchester Meadows 7:26
      Atom Heart Mother | 1970-10-02
        Atom Heart Mother 23:44; If 4:31; Summer '68 5:29; Fat Old Sun 5:22
        Alan's Psychedelic Breakfast 13:00
      Meddle | 1971-10-31
        One of These Days 5:57; A Pillow of Winds 5:13; Fearless 6:08; San Tropez 3:44
        Seamus 2:15; Echoes 23:31
      Obscured by Clouds | 1972-06-02
        Obscured by Clouds 3:05; Wot's... Uh the Deal? 5:08; Free Four 4:15
      Animals | 1977-01-21
        Pigs on the Wing 1 1:24; Dogs 17:04; Pigs (Three Different Ones) 11:25; Sheep 10:20
        Pigs on the Wing 2 1:24
      The Final Cut | 1983-03-21
        The Post War Dream 3:00; The Gunner's Dream 5:18; The Final Cut 4:43
        Two Suns in the Sunset 5:23
      A Momentary Lapse of Reason | 1987-09-07
        Signs of Life 4:24; Learning to Fly 4:53; On the Turning Away 5:42; Sorrow 8:46
      The Division Bell | 1994-03-28
        Cluster One 5:58; What Do You Want from Me 4:21; Keep Talking 6:11; High Hopes 8:32
      The Endless River | 2014-11-07
        Things Left Unsaid 4:27; It's What We Do 6:17; Louder Than Words 6:37
      Pulse | 1995-05-29 | live disc2=2
        Shine On You Crazy Diamond (Live) 13:35; Learning to Fly (Live) 5:16
        Comfortably Numb (Live) 9:29; Run Like Hell (Live) 8:36
      Relics | 1971-05-14 | compilation
        Arnold Layne 2:57; See Emily Play 2:54; Careful with That Axe, Eugene 5:46
      Echoes: The Best of Pink Floyd | 2001-11-05 | compilation disc2=2
        Astronomy Domine 4:10; See Emily Play 2:47; Echoes 16:30; Arnold Layne 2:52
      The Dark Side of the Moon (50th Anniversary) [Remastered] | 1973-03-01 | store in-store=2023-03-24
        Speak to Me 1:07; Breathe (In the Air) 2:49; On the Run 3:45; Time 6:53; Money 6:22
      The Wall (Remastered) | 1979-11-30 | store streaming-only in-store=2011-09-26
        In the Flesh? 3:18; The Thin Ice 2:27; Comfortably Numb 6:22
      Animals (2018 Remix) | 1977-01-21 | store in-store=2022-09-16
        Dogs (2018 Remix) 17:05; Sheep (2018 Remix) 10:18
      Hey Hey Rise Up (feat. Andriy Khlyvnyuk of Boombox) | 2022-04-07 | single store
        Hey Hey Rise Up (feat. Andriy Khlyvnyuk of Boombox) 3:26
      London 1966/1967 | 1995 | ep audiodb
        Interstellar Overdrive 16:46; Nick's Boogie 11:50
      """
  )
}
