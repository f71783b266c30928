/// Tribute acts and the like, which the store's search lists after the real artist. TheAudioDB has
/// none of them.
extension Artist {
  static let nearNames = [
    Artist(
      "The Pink Floyd Tribute Ensemble",
      store: 1100200301,
      genre: .rock,
      albums: """
        The Dark Side of the Moon: A Tribute to Pink Floyd | 2009-04-14 | store
          Time 6:58; Money 6:30; Us and Them 7:44
        """
    ),
    Artist(
      "Pink Floyd Experience",
      store: 1100200302,
      genre: .rock,
      albums: """
        Wish You Were Here (Live Tribute) | 2012 | store live
          Wish You Were Here (Live) 5:20
        """
    ),
    Artist(
      "U2 Tribute Players",
      store: 1100200303,
      genre: .rock,
      albums: """
        Piano Tribute to U2 | 2007-06-05 | store
          One 4:30; With or Without You 4:51
        """
    ),
    Artist(
      "Queen Tribute Orchestra",
      store: 1100200304,
      genre: .classical,
      albums: """
        Bohemian Rhapsody (Symphonic Tribute) | 2018-11-02 | single store
          Bohemian Rhapsody (Symphonic Tribute) 6:02
        """
    ),
    Artist(
      "Karaoke Coldplay Band",
      store: 1100200305,
      genre: .pop,
      albums: """
        Yellow (Karaoke Version) [Originally Performed by Coldplay] | 2011-08 | single store
          Yellow (Karaoke Version) [Originally Performed by Coldplay] 4:27
        """
    ),
    Artist(
      "Slayer Piano Sessions",
      store: 1100200306,
      genre: .metal,
      albums: """
        Raining Piano | 2017-10-31 | ep store
          Raining Blood 3:02; Angel of Death 3:40
        """
    ),
    Artist(
      "Queens of the Stone Age",
      store: 857919,
      amg: 305410,
      genre: .alternative,
      albums: """
        Songs for the Deaf | 2002-08-27 | explicit store
          No One Knows 4:38; Go with the Flow 3:07
        """
    ),
    Artist(
      "Jack Johnson Tribute Trio",
      store: 1100200307,
      genre: .singerSongwriter,
      albums: """
        Lullaby Versions of Jack Johnson | 2013 | store
          Better Together 3:12; Banana Pancakes 3:00
        """
    ),
  ]
}
