extension Artist {
  static let jackJohnson = Artist(
    "Jack Johnson",
    store: 909253,
    amg: 468749,
    audioDB: 111584,
    genre: .singerSongwriter,
    style: "Soft Rock",
    born: 1975,
    country: "Oahu, Hawaii, USA",
    biography: [
      "EN": "A surfer and film maker of Hawaii who turned to quiet songs with a guitar."
    ],
    albums: """
      Brushfire Fairytales | 2001-02-01
        Inaudible Melodies 3:35; Bubble Toes 3:56; Flake 4:40
      On and On | 2003-05-06
        Times Like These 2:22; The Horizon Has Been Defeated 2:33; Taylor 3:59
      In Between Dreams | 2005-03-01 | store-id=879273552 store-songs=879273565
        Better Together 3:27; Never Know 3:32; Banana Pancakes 3:11; Good People 3:28
        Sitting, Waiting, Wishing 3:03; Breakdown 3:32; Constellations 3:21
      Sing-A-Longs and Lullabies for the Film Curious George | 2006-02-07 | soundtrack
        Upside Down 3:29; Jungle Gym 2:26 @ Jack Johnson & G. Love; Talk of the Town 3:16
      Sleep Through the Static | 2008-02-01
        If I Had Eyes 3:59; Angel 2:02; Hope 3:43
      To the Sea | 2010-06-01
        You and Your Heart 3:15; At or With Me 4:00
      From Here to Now to You | 2013-09-17
        I Got You 3:14; Radiate 4:08
      Meet the Moonlight | 2022-06-24
        One Step Ahead 4:10; Meet the Moonlight 3:31
      """
  )

  static let simonAndGarfunkel = Artist(
    "Simon & Garfunkel",
    aliases: ["Simon and Garfunkel"],
    store: 269815,
    amg: 5432,
    audioDB: 111450,
    musicBrainz: "5d02f264-e225-41ff-83f7-d9b1f0b1874a",
    genre: .pop,
    style: "Folk Rock",
    formed: 1956,
    ended: 1970,
    members: 2,
    country: "New York, USA",
    biography: ["EN": "Two voices of Queens, New York, that quarrelled and agreed in thirds."],
    albums: """
      Sounds of Silence | 1966-01-17
        The Sound of Silence 3:05; I Am a Rock 2:50
      Bookends | 1968-04-03
        America 3:34; Mrs. Robinson 4:02; Hazy Shade of Winter 2:17
      Bridge over Troubled Water | 1970-01-26
        Bridge over Troubled Water 4:52; El Cóndor Pasa (If I Could) 3:07; Cecilia 2:55
        The Boxer 5:08; The Only Living Boy in New York 3:58
      """
  )

  static let adele = Artist(
    "Adele",
    store: 262836961,
    amg: 954616,
    audioDB: 111493,
    musicBrainz: "cc2c9c3c-b7bc-4b8b-84d8-4fbd8779e493",
    genre: .pop,
    style: "Soul",
    born: 1988,
    country: "London, England",
    biography: ["EN": "Adele names her albums for the age at which she wrote them."],
    albums: """
      19 | 2008-01-28
        Chasing Pavements 3:31; Hometown Glory 4:31; Make You Feel My Love 3:32
      21 | 2011-01-24
        Rolling in the Deep 3:48; Rumour Has It 3:43; Set Fire to the Rain 4:02
        Someone Like You 4:45
      25 | 2015-11-20
        Hello 4:55; When We Were Young 4:51
      30 | 2021-11-19
        Easy on Me 3:45; Oh My God 3:45; To Be Loved 6:44
      Skyfall | 2012-10-05 | single
        Skyfall 4:46
      """
  )

  /// The artist with very many editions of the same few albums.
  static let taylorSwift = Artist(
    "Taylor Swift",
    store: 159260351,
    amg: 816977,
    audioDB: 111520,
    musicBrainz: "20244d07-534f-4eff-b4d4-930878889970",
    genre: .pop,
    style: "Country Pop",
    born: 1989,
    country: "Reading, Pennsylvania, USA",
    biography: [
      "EN": """
      Taylor Swift began as a country singer at sixteen. Since 2021 she has recorded her first \
      six albums anew, to own them.
      """
    ],
    albums: """
      Taylor Swift | 2006-10-24
        Tim McGraw 3:54; Teardrops on My Guitar 3:35; Our Song 3:24
      Fearless | 2008-11-11
        Fearless 4:02; Love Story 3:56; You Belong with Me 3:52
      Fearless (Platinum Edition) | 2008-11-11 | store in-store=2009-10-26
        Jump Then Fall 3:58; Love Story 3:56; You Belong with Me 3:52
      Fearless (Taylor's Version) | 2021-04-09
        Love Story (Taylor's Version) 3:56; You Belong with Me (Taylor's Version) 3:52
      Speak Now | 2010-10-25
        Mine 3:51; Back to December 4:54
      Speak Now (Taylor's Version) | 2023-07-07
        Mine (Taylor's Version) 3:52; I Can See You (From the Vault) 4:34
      Red | 2012-10-22
        State of Grace 4:56; We Are Never Ever Getting Back Together 3:13; All Too Well 5:29
      Red (Taylor's Version) | 2021-11-12 | explicit+cleaned
        State of Grace (Taylor's Version) 4:55; All Too Well (10 Minute Version) 10:13
      1989 | 2014-10-27
        Welcome to New York 3:33; Blank Space 3:52; Style 3:51; Shake It Off 3:39
      1989 (Deluxe Edition) | 2014-10-27 | store
        Blank Space 3:52; Shake It Off 3:39; Wonderland 4:06; New Romantics 3:50
      1989 (Taylor's Version) | 2023-10-27
        Blank Space (Taylor's Version) 3:51; "Slut!" (From the Vault) 3:00
      1989 (Taylor's Version) [Deluxe] | 2023-10-27 | store explicit
        Blank Space (Taylor's Version) 3:51; Bad Blood (feat. Kendrick Lamar) 3:20
      reputation | 2017-11-10
        ...Ready for It? 3:28; Look What You Made Me Do 3:31; Delicate 3:52
      Lover | 2019-08-23
        Cruel Summer 2:58; Lover 3:41; The Man 3:10
      folklore | 2020-07-24 | explicit+cleaned
        the 1 3:30; cardigan 3:59; exile (feat. Bon Iver) 4:45
      folklore (deluxe version) | 2020-08-18 | store explicit+cleaned
        cardigan 3:59; the lakes 3:31
      evermore | 2020-12-11 | explicit+cleaned
        willow 3:34; champagne problems 4:04
      Midnights | 2022-10-21 | explicit+cleaned
        Lavender Haze 3:22; Anti-Hero 3:20; Karma 3:24
      Midnights (3am Edition) | 2022-10-21 | store explicit+cleaned
        Anti-Hero 3:20; Would've, Could've, Should've 4:20
      THE TORTURED POETS DEPARTMENT | 2024-04-19 | explicit+cleaned
        Fortnight (feat. Post Malone) 3:48; Down Bad 4:21
      """
  )
}
