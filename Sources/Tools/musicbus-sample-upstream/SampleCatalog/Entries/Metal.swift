extension Artist {
  static let slayer = Artist(
    "Slayer",
    store: 414425,
    amg: 5440,
    audioDB: 111372,
    musicBrainz: "bdacc37b-8633-4bf8-9dd5-4662ee651aec",
    genre: .metal,
    style: "Thrash Metal",
    formed: 1981,
    ended: 2019,
    members: 4,
    country: "Huntington Park, California, USA",
    biography: [
      "EN": """
      Slayer played thrash metal faster and darker than others, from Show No Mercy in 1983 to a \
      farewell tour that ended in 2019.
      """,
      "DE": "Slayer aus Kalifornien spielten den Thrash Metal schneller und finsterer als andere.",
    ],
    albums: """
      Show No Mercy | 1983-12-03 | in-store=1993-01-11
        Evil Has No Boundaries 3:09; The Antichrist 2:48; Black Magic 4:06
      Hell Awaits | 1985-03-11 | in-store=1993-01-11
        Hell Awaits 6:16; At Dawn They Sleep 6:17
      Reign in Blood | 1986-10-07 | explicit
        Angel of Death 4:51; Piece by Piece 2:02; Necrophobic 1:40; Altar of Sacrifice 2:50
        Jesus Saves 2:54; Criminally Insane 2:23; Reborn 2:12; Epidemic 2:23; Postmortem 3:27
        Raining Blood 4:14
      South of Heaven | 1988-07-05
        South of Heaven 4:58; Mandatory Suicide 4:04; Ghosts of War 3:53
      Seasons in the Abyss | 1990-10-09
        War Ensemble 4:51; Dead Skin Mask 5:20; Seasons in the Abyss 6:34
      Divine Intervention | 1994-09-27 | explicit
        Killing Fields 3:57; Dittohead 2:31
      Divine Intervention | 1994-09-27 | store in-store=2006-07-08 explicit
        Killing Fields 3:57; Dittohead 2:31
      Christ Illusion | 2006-08-08 | explicit
        Flesh Storm 4:16; Jihad 3:31
      Repentless | 2015-09-11 | explicit
        Delusions of Saviour 1:55; Repentless 3:19
      Haunting the Chapel | 1984-06 | ep
        Chemical Warfare 6:02; Captor of Sin 3:34
      """
  )

  /// Another of the same name: TheAudioDB does not have him.
  static let slayerElectronic = Artist(
    "Slayer",
    store: 907800827,
    genre: .electronic,
    albums: """
      Night Drive | 2014-08-18 | ep
        Night Drive 5:12; Neon Rain 4:47
      Bass Hunter | 2016-02-05 | single
        Bass Hunter 3:58
      """
  )

  static let metallica = Artist(
    "Metallica",
    store: 3996865,
    amg: 4906,
    audioDB: 111281,
    musicBrainz: "65f4f0c5-ef9e-490c-aee3-909e7ae6b2ab",
    genre: .metal,
    style: "Thrash Metal",
    formed: 1981,
    members: 4,
    country: "Los Angeles, California, USA",
    biography: [
      "EN": """
      Metallica began among the fastest bands of California and ended up the largest of metal \
      with their black album.
      """
    ],
    albums: """
      Kill 'Em All | 1983-07-25
        Hit the Lights 4:17; Seek & Destroy 6:55; Whiplash 4:09
      Ride the Lightning | 1984-07-27
        Fight Fire with Fire 4:45; For Whom the Bell Tolls 5:09; Fade to Black 6:57
      Master of Puppets | 1986-03-03
        Battery 5:12; Master of Puppets 8:35; Welcome Home (Sanitarium) 6:27; Orion 8:27
      ...And Justice for All | 1988-09-07
        Blackened 6:41; One 7:27; The Shortest Straw 6:36
      Metallica | 1991-08-12
        Enter Sandman 5:31; Sad But True 5:24; The Unforgiven 6:27; Nothing Else Matters 6:28
      Load | 1996-06-04
        Until It Sleeps 4:28; Hero of the Day 4:22
      S&M | 1999-11-23 | live
        The Call of Ktulu (Live) 9:34; No Leaf Clover (Live) 5:43
      72 Seasons | 2023-04-14
        72 Seasons 7:39; Lux Æterna 3:22
      """
  )
}
