extension OtherMedium {
  static let all = [
    OtherMedium(
      .film,
      1063466898,
      "Star Wars: The Force Awakens",
      by: "J.J. Abrams",
      "2015-12-18",
      seconds: 8302,
      genre: "Action & Adventure",
      "Thirty years after the fall of the Empire."
    ),
    OtherMedium(
      .film,
      271469518,
      "Pink Floyd: The Wall",
      by: "Alan Parker",
      "1982-08-06",
      seconds: 5700,
      genre: "Music",
      "A rock star shuts himself off from the world."
    ),
    OtherMedium(
      .film,
      1437032000,
      "Bohemian Rhapsody",
      by: "Bryan Singer",
      "2018-11-02",
      seconds: 8040,
      genre: "Drama",
      "How Queen came to play Live Aid."
    ),
    OtherMedium(
      .film,
      550001234,
      "U2: Rattle and Hum",
      by: "Phil Joanou",
      "1988-11-04",
      seconds: 5940,
      genre: "Music",
      "U2 on tour in America."
    ),
    OtherMedium(
      .audiobook,
      1547319878,
      "Star Wars: Light of the Jedi (Unabridged)",
      by: "Charles Soule",
      "2021-01-05",
      seconds: 47_000,
      genre: "Sci-Fi & Fantasy",
      "<b>Long before the Empire&#xa0;. . .</b><br />It is a golden age &amp; the Jedi keep it."
    ),
    OtherMedium(
      .audiobook,
      1250012345,
      "Pink Floyd: All the Songs (Unabridged)",
      by: "Ella Marsh",
      "2017-10-24",
      seconds: 61_000,
      genre: "Arts & Entertainment",
      "The story behind <i>every</i> track &#8212; from Arnold Layne to Louder Than Words."
    ),
    OtherMedium(
      .audiobook,
      1250012399,
      "Radiohead: A Life in Sound (Unabridged)",
      by: "Tom Harrow",
      "2019-03-12",
      seconds: 38_000,
      genre: "Biographies & Memoirs",
      "Five friends &amp; a decade of records."
    ),
    OtherMedium(
      .musicVideo,
      1441458100,
      "Bohemian Rhapsody",
      by: "Queen",
      "2014-10-24",
      seconds: 358,
      genre: "Rock",
      album: "A Night at the Opera (Deluxe Edition)"
    ),
    OtherMedium(
      .musicVideo,
      1445000001,
      "Karma Police",
      by: "Radiohead",
      "1997-08-25",
      seconds: 264,
      genre: "Alternative"
    ),
    OtherMedium(
      .musicVideo,
      1445000002,
      "Around the World",
      by: "Daft Punk",
      "1997-04-07",
      seconds: 240,
      genre: "Electronic"
    ),
    OtherMedium(
      .musicVideo,
      1445000003,
      "Another Brick in the Wall, Pt. 2",
      by: "Pink Floyd",
      "1979-11-30",
      seconds: 200,
      genre: "Rock"
    ),
  ]
}
