// Written by Protocol/generate from Protocol/registry/genres.json; change the genres there.
// swift-format-ignore-file

/// The words that sources have for genres.
enum GenreWords {
  /// A line for each genre: its name, then what else it is called.
  static let text = """
    Rock|Rock Music|Rockmusik|Album Rock|Rock Général
    Pop Rock|Rock/Pop|Pop/Rock|Contemporary Pop/Rock
    Alternative Rock|Alternative|Alt Rock|Alternative/Indie Rock|Alternative Pop/Rock|Adult Alternative|Adult Alternative Pop/Rock|Alternativo|Alternative & Punk|AlternRock|Rock Alternatif|Alternativ
    Indie Rock|Alternative/Indie Rock|Indie & Lo-Fi|Indie Rock/Rock pop
    Indie|Indie Music|Independent
    Indie Pop
    Hard Rock|Arena Rock
    Punk|Punk Rock|Punk/New Wave|Alternative & Punk
    Post-Punk
    Hardcore Punk
    Pop Punk
    New Wave|Punk/New Wave
    Progressive Rock|Prog Rock|Prog|Prog-Rock/Art Rock
    Art Rock|Prog-Rock/Art Rock
    Psychedelic Rock|Psychedelic|Psychedelia|Psych Rock|British Psychedelia
    Classic Rock
    Folk Rock|British Folk-Rock
    Country Rock
    Blues Rock
    Southern Rock
    Soft Rock
    Glam Rock|Glam
    Garage Rock
    Rock and Roll|Rock 'n' Roll
    Grunge|Grunge Rock
    Britpop
    Shoegaze|Shoegazing
    Krautrock
    Dance-Rock
    Experimental|Avant-Garde|Abstract
    Experimental Rock
    Metal|Heavy Metal/Metal|Metal Music|Death Metal/Black Metal
    Heavy Metal
    Death Metal|Death Metal/Black Metal
    Black Metal|Death Metal/Black Metal
    Thrash Metal|Thrash
    Nu Metal|Nü Metal|Nu-Métal
    Pop|Pop Music|Popmusik|Pop Général|Contemporary Pop|Musique Pop
    Dance-Pop
    Synth-Pop|Electro-Pop
    Art Pop
    Dream Pop
    Teen Pop
    Sophisti-Pop
    French Pop|Variété Française|Pop Française
    Chanson|Chanson Française|Chansons
    Schlager|Deutscher Schlager
    K-Pop|Korean Pop
    J-Pop|Japanese Pop|J-Pop/Anime
    Mandopop
    Cantopop|HK-Pop
    Singer-Songwriter|Contemporary Singer/Songwriter
    Adult Contemporary|AC
    Easy Listening
    Vocal|Vocals|Vocal Music|Traditional Pop/Vocal
    Hip Hop|Hip-Hop/Rap|Rap/Hip Hop|Rap & Hip-Hop|Rap|Rap Music|Hip-Hop & Rap|Hip-Hop Music
    Hardcore Hip Hop|Hardcore Rap
    Gangsta Rap|Gangsta|Gangsta & Hardcore|Gangster Rap
    East Coast Hip Hop|East Coast Rap|East Coast
    West Coast Hip Hop|West Coast Rap|West Coast
    Southern Hip Hop|Southern Rap|Dirty South
    Underground Hip Hop|Underground Rap
    Alternative Hip Hop|Alternative Rap
    Pop Rap
    Trap|Trap Music|Trap (EDM)
    Latin Hip Hop|Latin Rap
    R&B|RnB|Rhythm and Blues|R&B/Soul|Soul/R&B|Soul & R&B|R&B Music
    Contemporary R&B|Contemporary RnB
    Soul|Soul Music|R&B/Soul|Soul/R&B|Soul & R&B
    Neo Soul
    Funk|Funk Music
    Disco|Disco Music
    Gospel|Gospel Music|Christian & Gospel|Christian/Gospel
    Christian|Christian Music|Christian & Gospel|Christian/Gospel|CCM|Contemporary Christian
    Electronic|Electronica|Electronic Music|Electro/Electronic|Dance & Electronic|Dance/Electronic|Electronic/Dance|Elektronische Musik|Elektronik|Électronique|Electrónica|Dance/Electro
    Dance|Dance Music|Club/Dance|Dance & Electronic|Dance/Electronic|Electronic/Dance|EDM|Dance/Electro
    House|House Music
    Deep House
    Techno|Techno Music
    Trance|Trance Music
    Drum and Bass|Drum n Bass|DnB|D&B|Jungle/Drum'n'bass
    Dubstep
    Downtempo
    Trip Hop
    Breakbeat|Breaks
    Big Beat
    Ambient|Ambient Music
    IDM|Intelligent Dance Music
    UK Garage
    Jazz|Jazz Music|Jazz Général
    Bebop|Bop
    Hard Bop
    Smooth Jazz
    Vocal Jazz|Jazz Vocals
    Jazz Fusion|Fusion
    Blues|Blues Music
    Country|Country Music|Country & Western|Urban Cowboy|Cowboy|Folk, World, & Country|Traditional Country
    Contemporary Country|Modern Country
    Alternative Country|Alt-Country
    Honky Tonk
    Bluegrass|Contemporary Bluegrass|Traditional Bluegrass
    Americana|Americana Music
    Folk|Folk Music|British Folk|Contemporary Folk|Traditional Folk|Folk, World, & Country|Folklore|Volksmusik
    Classical|Classical Music|Klassik|Classique|Música clásica|Klassische Musik|Clásica
    Modern Classical|Contemporary Classical|Neo-Classical
    Baroque|Baroque Music|Barock
    Opera|Oper|Opéra
    Reggae|Reggae Music
    Dancehall|Modern Dancehall
    Ska|Ska Music
    Dub|Dub Reggae
    Latin|Latino|Latin Music|Música latina|Latin/Salsa
    Latin Pop|Pop Latino|Pop in Spanish
    Urbano|Urbano latino|Latin Urban|Música urbana|Urban Latino
    Reggaeton|Reggaetón|Reggaeton Music
    Tropical|Música tropical|Salsa y Tropical
    Regional Mexican|Música mexicana|Regional Mexicano
    Flamenco|Flamenco Music
    Bossa Nova
    MPB|Música Popular Brasileira
    World|World Music|Worldwide|International|Musique du monde|Weltmusik|Folk, World, & Country
    African|African Music|Afro
    Afrobeat
    Afrobeats|Afropop/Afrobeats
    Indian|Indian Music|Musiques indiennes
    Bollywood|Bollywood Music
    Celtic|Celtic Music
    Soundtrack|Soundtracks|Original Score|Score|Film Music|Filmmusik|Film Score|Stage & Screen|OST|Films/Games|Film Soundtracks|Movie Soundtrack|Bande originale|TV & Movie|Film
    Video Game Music|Video Game|Game|Games|Video Games
    Musical|Musicals|Show Tunes|Broadway
    Children's Music|Children's|Children|Kids|Kids & Family|Kinder|Kindermusik|Jeunesse|Lullabies
    Christmas|Holiday|Holidays|Christmas Music|Weihnachten|Noël|Christmas: Classic
    Comedy|Humor|Humour
    Spoken Word|Spoken|Spoken & Audio|Audiobook|Audiobooks|Interview
    New Age
    Anime|Anime Music
    Noise|Noise Music
    Minimal
    """

  /// What names no genre.
  static let none = "Music|Musik|Musique|Música|Other|Misc|Miscellaneous|Unknown|Unknown Genre|None|Non-Music|Various|Genre|Sonstige|Autre|Tous"
}
