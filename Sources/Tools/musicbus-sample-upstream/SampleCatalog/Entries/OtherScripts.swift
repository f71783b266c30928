/// Artists whose names or titles are not plain ASCII.
extension Artist {
  static let bjork = Artist(
    "Björk",
    store: 295015,
    amg: 3697,
    audioDB: 111360,
    musicBrainz: "87c5dedd-371d-4a53-9f7f-80522fb7f3cb",
    genre: .alternative,
    style: "Art Pop",
    born: 1965,
    country: "Reykjavík, Iceland",
    biography: [
      "EN": "Björk Guðmundsdóttir of Reykjavík has sung everything from punk to choral music.",
      "FR": "Chanteuse islandaise, Björk change d'univers à chaque album.",
    ],
    albums: """
      Debut | 1993-07-05
        Human Behaviour 4:12; Venus as a Boy 4:41; Big Time Sensuality 3:56
      Post | 1995-06-13
        Army of Me 3:54; Hyperballad 5:21; It's Oh So Quiet 3:38
      Homogenic | 1997-09-22
        Hunter 4:15; Jóga 5:05; Bachelorette 5:12; All Is Full of Love 4:32
      Vespertine | 2001-08-27
        Hidden Place 5:28; Pagan Poetry 5:14
      Selmasongs | 2000-09-18 | soundtrack
        Cvalda 4:48; I've Seen It All (feat. Thom Yorke) 5:29
      Biophilia | 2011-10-05
        Crystalline 5:08; Cosmogony 5:00
      """
  )

  static let sigurRos = Artist(
    "Sigur Rós",
    store: 14416049,
    amg: 376467,
    audioDB: 111378,
    musicBrainz: "f6f2326f-6b25-4170-b89d-e235b25508e8",
    genre: .alternative,
    style: "Post-Rock",
    formed: 1994,
    members: 3,
    country: "Reykjavík, Iceland",
    biography: [
      "EN": "Slow, bowed guitars and a voice that sings Icelandic or no language at all."
    ],
    albums: """
      Ágætis byrjun | 1999-06-12
        Svefn-g-englar 10:04; Starálfur 6:46; Olsen Olsen 8:03
      ( ) | 2002-10-28
        Untitled #1 (Vaka) 6:38; Untitled #8 (Popplagið) 11:44
      Takk... | 2005-09-12
        Glósóli 6:15; Hoppípolla 4:28; Sæglópur 7:38
      Með suð í eyrum við spilum endalaust | 2008-06-23
        Gobbledigook 3:05; Inní mér syngur vitleysingur 4:05
      Kveikur | 2013-06-12
        Brennisteinn 7:44; Kveikur 5:55
      """
  )

  static let utada = Artist(
    "宇多田ヒカル",
    aliases: ["Hikaru Utada", "Utada"],
    store: 18756224,
    amg: 402893,
    audioDB: 113455,
    genre: .jPop,
    born: 1983,
    country: "Japan",
    biography: [
      "EN": "Hikaru Utada's First Love of 1999 is the best-selling album of Japan.",
      "JP": "宇多田ヒカルは日本のシンガーソングライター。1999年の『First Love』は国内で最も売れたアルバムである。",
    ],
    albums: """
      First Love | 1999-03-10
        Automatic 5:28; Movin' on without you 4:40; First Love 4:17
      DEEP RIVER | 2002-06-19
        SAKURAドロップス 4:58; traveling 5:14; 光 5:02
      ULTRA BLUE | 2006-06-14
        This Is Love 4:56; Passion 4:42
      Fantôme | 2016-09-28
        道 3:36; 花束を君に 4:38; 真夏の通り雨 5:38
      BADモード | 2022-01-19
        BADモード 5:03; 君に夢中 4:16; One Last Kiss 4:12
      One Last Kiss | 2021-03-09 | ep
        One Last Kiss 4:12; Beautiful World (Da Capo Version) 6:25
      """
  )

  static let kino = Artist(
    "Кино",
    aliases: ["Kino"],
    store: 218364216,
    audioDB: 113921,
    genre: .rock,
    style: "Post-Punk",
    formed: 1981,
    ended: 1990,
    members: 4,
    country: "Leningrad, USSR",
    biography: [
      "EN": "The band of Viktor Tsoi, whose songs were sung by half of the Soviet Union.",
      "RU": "«Кино» — группа Виктора Цоя, песни которой знала вся страна.",
    ],
    albums: """
      45 | 1982
        Время есть, а денег нет 1:58; Электричка 4:52; Восьмиклассница 2:45
      Начальник Камчатки | 1984
        Последний герой 3:04; Троллейбус 2:52
      Ночь | 1986-01
        Видели ночь 3:05; Мама Анархия 2:42
      Группа крови | 1988-01-05
        Группа крови 4:45; Закрой за мной дверь, я ухожу 4:15; Война 4:03
        Спокойная ночь 6:06
      Звезда по имени Солнце | 1989-08-29
        Песня без слов 5:07; Звезда по имени Солнце 3:46; Пачка сигарет 4:28
      Кино | 1990-12
        Кончится лето 5:54; Кукушка 6:38
      """
  )

  static let bts = Artist(
    "방탄소년단",
    aliases: ["BTS", "Bangtan Boys"],
    store: 883131348,
    amg: 3078690,
    audioDB: 131588,
    musicBrainz: "0d79fe8e-ba27-4859-bb8c-2f255f346853",
    genre: .kPop,
    formed: 2013,
    members: 7,
    country: "Seoul, South Korea",
    biography: [
      "EN": "Seven men of Seoul, the first of their country to lead the American charts."
    ],
    albums: """
      DARK & WILD | 2014-08-20
        Danger 4:03; 호르몬 전쟁 3:20
      WINGS | 2016-10-10
        피 땀 눈물 3:37; Awake 3:46
      LOVE YOURSELF 轉 'Tear' | 2018-05-18
        FAKE LOVE 4:02; Magic Shop 4:35
      MAP OF THE SOUL : 7 | 2020-02-21
        작은 것들을 위한 시 (Boy With Luv) [feat. Halsey] 3:49; ON 4:06
      BE | 2020-11-20
        Life Goes On 3:27; Dynamite 3:19
      Dynamite | 2020-08-21 | single store
        Dynamite 3:19
      Butter | 2021-05-21 | single store
        Butter 2:44
      """
  )

  static let cafeTacvba = Artist(
    "Café Tacvba",
    aliases: ["Café Tacuba"],
    store: 1147640,
    amg: 147640,
    audioDB: 114410,
    genre: .alternative,
    style: "Rock en Español",
    formed: 1989,
    members: 4,
    country: "Naucalpan, México",
    biography: ["ES": "Café Tacvba mezcla el rock con la música popular de México."],
    albums: """
      Re | 1994-07-22
        El aparato 3:15; La ingrata 3:30; El baile y el salón 4:28
      Cuatro caminos | 2003-07-01
        Eo 3:54; Eres 4:26
      """
  )
}
