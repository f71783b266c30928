extension Artist {
  static let michaelJackson = Artist(
    "Michael Jackson",
    store: 32940,
    amg: 4576,
    audioDB: 111233,
    musicBrainz: "f27ec8db-af05-4f36-916e-3d57f91ecf5e",
    genre: .pop,
    style: "Pop",
    born: 1958,
    ended: 2009,
    country: "Gary, Indiana, USA",
    biography: [
      "EN": "Michael Jackson's Thriller of 1982 is still the best-selling album anywhere.",
      "ES": "Thriller, de 1982, sigue siendo el álbum más vendido del mundo.",
    ],
    albums: """
      Off the Wall | 1979-08-10
        Don't Stop 'Til You Get Enough 6:05; Rock with You 3:40
      Thriller | 1982-11-29
        Wanna Be Startin' Somethin' 6:03; Thriller 5:57; Beat It 4:18; Billie Jean 4:54
        Human Nature 4:06
      Bad | 1987-08-31
        Bad 4:07; The Way You Make Me Feel 4:58; Man in the Mirror 5:19; Smooth Criminal 4:17
      Dangerous | 1991-11-26
        Jam 5:39; Remember the Time 4:00; Black or White 4:15
      """
  )

  static let beyonce = Artist(
    "Beyoncé",
    store: 1419227,
    amg: 472423,
    audioDB: 111349,
    musicBrainz: "859d0860-d480-4efd-970c-c05d5f1776b8",
    genre: .soul,
    style: "R&B",
    born: 1981,
    country: "Houston, Texas, USA",
    biography: ["EN": "Beyoncé Knowles of Houston has won more Grammys than anybody."],
    albums: """
      Dangerously in Love | 2003-06-23
        Crazy in Love (feat. Jay-Z) 3:56; Baby Boy 4:04
      I AM...SASHA FIERCE | 2008-11-14
        If I Were a Boy 4:10; Halo 4:22; Single Ladies (Put a Ring on It) 3:13
      Lemonade | 2016-04-23 | explicit+cleaned
        Hold Up 3:41; Sorry 3:53; Formation 3:26
      RENAISSANCE | 2022-07-29 | explicit+cleaned
        BREAK MY SOUL 4:38; CUFF IT 3:45
      """
  )

  static let arethaFranklin = Artist(
    "Aretha Franklin",
    store: 129118,
    amg: 4305,
    audioDB: 111731,
    genre: .soul,
    style: "Soul",
    born: 1942,
    ended: 2018,
    country: "Memphis, Tennessee, USA",
    biography: ["EN": "A preacher's daughter of Detroit, called the Queen of Soul."],
    albums: """
      I Never Loved a Man the Way I Love You | 1967-03-10
        Respect 2:29; Do Right Woman, Do Right Man 3:16
      Lady Soul | 1968-01-22
        Chain of Fools 2:48; (You Make Me Feel Like) A Natural Woman 2:45
      Amazing Grace | 1972-06-01 | live
        Amazing Grace (Live) 10:45; How I Got Over (Live) 4:22
      """
  )

  static let portishead = Artist(
    "Portishead",
    store: 20588,
    amg: 120317,
    audioDB: 111620,
    musicBrainz: "8f6bd1e4-fbe1-4f50-aa9b-94c450ec0f11",
    genre: .alternative,
    style: "Trip-Hop",
    formed: 1991,
    members: 3,
    country: "Bristol, England",
    albums: """
      Dummy | 1994-08-22
        Mysterons 5:02; Sour Times 4:11; Glory Box 5:06
      Portishead | 1997-09-29
        Cowboys 4:38; All Mine 3:59
      Third | 2008-04-28
        Machine Gun 4:43; The Rip 4:30
      """
  )
}
