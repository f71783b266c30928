extension Artist {
  static let variousArtists = Artist(
    "Various Artists",
    store: 36270,
    audioDB: 111999,
    musicBrainz: "89ad4ac3-39f7-470e-963a-56509c546377",
    genre: .pop,
    albums: """
      Guardians of the Galaxy: Awesome Mix, Vol. 1 | 2014-07-29 | soundtrack
        Hooked on a Feeling 2:52 @ Blue Swede; Moonage Daydream 4:41 @ David Bowie
        I'm Not in Love 6:02 @ 10cc; Come and Get Your Love 3:25 @ Redbone
        Escape (The Piña Colada Song) 4:36 @ Rupert Holmes; O-o-h Child 3:13 @ Five Stairsteps
      Pulp Fiction (Music from the Motion Picture) | 1994-09-27 | soundtrack explicit
        Misirlou 2:27 @ Dick Dale & His Del-Tones; Jungle Boogie 3:05 @ Kool & The Gang
        Son of a Preacher Man 2:25 @ Dusty Springfield; You Never Can Tell 3:12 @ Chuck Berry
      Now That's What I Call Music! 100 | 2018-07-20 | compilation
        Someone Like You 4:45 @ Adele; Never Forget 6:23 @ Take That
        Angels 4:24 @ Robbie Williams
      Grunge Essentials | 2011-05 | compilation store
        Smells Like Teen Spirit 5:01 @ Nirvana; Black Hole Sun 5:18 @ Soundgarden
        Alive 5:41 @ Pearl Jam; Would? 3:28 @ Alice in Chains
      Pure... Chillout | 2010 | compilation store
        Teardrop 5:29 @ Massive Attack; Glory Box 5:06 @ Portishead
        Porcelain 4:01 @ Moby
      """
  )

  /// The store has one more of them under another number.
  static let variousArtistsAgain = Artist(
    "Various Artists",
    store: 4035426,
    genre: .soundtrack,
    albums: """
      The Big Chill (Original Motion Picture Soundtrack) | 1983-09-28 | soundtrack store
        I Heard It Through the Grapevine 5:03 @ Marvin Gaye
        A Whiter Shade of Pale 4:03 @ Procol Harum
      """
  )
}
