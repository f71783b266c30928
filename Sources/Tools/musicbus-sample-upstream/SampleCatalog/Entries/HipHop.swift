extension Artist {
  static let macklemore = Artist(
    "Macklemore",
    store: 79923889,
    amg: 739871,
    audioDB: 112884,
    genre: .hipHop,
    style: "Hip-Hop",
    born: 1983,
    country: "Seattle, Washington, USA",
    biography: [
      "EN": """
      Ben Haggerty of Seattle, who raps as Macklemore, came to fame with the producer Ryan Lewis \
      and has made records of his own before and since.
      """
    ],
    albums: """
      The Language of My World | 2005-01-01 | explicit
        White Privilege 4:51; Contradiction 4:18
      Gemini | 2017-09-22 | explicit+cleaned
        Ain't Gonna Die Tonight 3:31; Glorious (feat. Skylar Grey) 3:40; Marmalade 4:15
        Good Old Days (feat. Kesha) 4:01
      Ben | 2023-03-03 | explicit
        Chant 4:09; No Bad Days 3:16; Heroes 3:18
      The Unplanned Mixtape | 2009-12-15 | audiodb
        The Town 4:49; American 4:19
      """
  )

  static let macklemoreAndRyanLewis = Artist(
    "Macklemore & Ryan Lewis",
    store: 543322169,
    amg: 2310414,
    audioDB: 112885,
    genre: .hipHop,
    style: "Hip-Hop",
    formed: 2008,
    ended: 2017,
    members: 2,
    country: "Seattle, Washington, USA",
    biography: ["EN": "A rapper and a producer who won four Grammys without a record label."],
    albums: """
      The Heist | 2012-10-09 | explicit+cleaned
        Ten Thousand Hours 4:10; Can't Hold Us (feat. Ray Dalton) 4:18
        Thrift Shop (feat. Wanz) 3:55; Same Love (feat. Mary Lambert) 5:18; Wing$ 4:58
        White Walls 3:39
      This Unruly Mess I've Made | 2016-02-26 | explicit
        Light Tunnels 6:19; Downtown 4:52; Brad Pitt's Cousin 3:35
      The VS. EP | 2009-12-06 | ep
        Otherside 4:12; Irish Celebration 3:44
      """
  )

  static let eminem = Artist(
    "Eminem",
    store: 111051,
    amg: 347307,
    audioDB: 111304,
    musicBrainz: "b95ce3ff-3d05-4e87-9e01-c97b66af13d4",
    genre: .hipHop,
    style: "Rap",
    born: 1972,
    country: "Detroit, Michigan, USA",
    biography: ["EN": "Marshall Mathers of Detroit is the best-selling rapper of his time."],
    albums: """
      The Slim Shady LP | 1999-02-23 | explicit+cleaned
        My Name Is 4:28; Guilty Conscience 3:19
      The Marshall Mathers LP | 2000-05-23 | explicit+cleaned
        Stan 6:44; The Way I Am 4:50; The Real Slim Shady 4:44
      The Eminem Show | 2002-05-26 | explicit+cleaned
        White America 5:24; Cleanin' Out My Closet 4:57; Without Me 4:50; Sing for the Moment 5:39
      Recovery | 2010-06-18 | explicit+cleaned
        Not Afraid 4:08; Love the Way You Lie (feat. Rihanna) 4:23
      8 Mile | 2002-10-29 | single
        Lose Yourself 5:26
      """
  )

  static let kendrickLamar = Artist(
    "Kendrick Lamar",
    store: 368183298,
    amg: 1144239,
    audioDB: 113190,
    musicBrainz: "381086ea-f511-4aba-bdf9-71c753dc5077",
    genre: .hipHop,
    style: "Rap",
    born: 1987,
    country: "Compton, California, USA",
    biography: ["EN": "The first rapper to be given a Pulitzer Prize, for DAMN. in 2018."],
    albums: """
      good kid, m.A.A.d city | 2012-10-22 | explicit+cleaned
        Bitch, Don't Kill My Vibe 5:10; Money Trees 6:26; Swimming Pools (Drank) 5:13
      To Pimp a Butterfly | 2015-03-15 | explicit+cleaned
        Wesley's Theory 4:47; King Kunta 3:54; Alright 3:39
      DAMN. | 2017-04-14 | explicit+cleaned
        DNA. 3:05; LOYALTY. 3:47; HUMBLE. 2:57
      """
  )

  static let missyElliott = Artist(
    "Missy Elliott",
    store: 153190,
    amg: 207164,
    audioDB: 111650,
    genre: .hipHop,
    born: 1971,
    country: "Portsmouth, Virginia, USA",
    biography: ["EN": "Missy Elliott raps, sings and produces, and made her videos an art."],
    albums: """
      Supa Dupa Fly | 1997-07-15 | explicit
        The Rain (Supa Dupa Fly) 4:11; Sock It 2 Me 4:17
      Miss E... So Addictive | 2001-05-15 | explicit
        Get Ur Freak On 3:31; One Minute Man 4:12
      Under Construction | 2002-11-12 | explicit
        Work It 4:23; Gossip Folks 3:54
      """
  )
}
