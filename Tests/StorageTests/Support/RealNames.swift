/// Names of artists in Latin, Cyrillic, Greek, Arabic, Hebrew, Japanese, Chinese and Korean script.
enum RealNames {
  static let all = table.split { $0 == "|" || $0 == "\n" }.map(String.init)

  private static let table = """
    Arvo Pärt|Erik Satie|Camille Saint-Saëns|Zbigniew Preisner|Kings of Convenience
    Pink Floyd|Björk|Sigur Rós|Beyoncé|Motörhead|Céline Dion|Édith Piaf|Françoise Hardy
    Mylène Farmer|Stromae|Nina Simone|Miles Davis|John Coltrane|Ella Fitzgerald|Billie Holiday
    Thelonious Monk|Charles Mingus|Herbie Hancock|Aretha Franklin|Stevie Wonder|Marvin Gaye
    Otis Redding|The Beatles|The Rolling Stones|The Velvet Underground|The Cure|The Smiths
    The Clash|Joy Division|New Order|Depeche Mode|Kraftwerk|Einstürzende Neubauten|Die Ärzte
    Rammstein|Herbert Grönemeyer|Nena|Tocotronic|Wir sind Helden|Element of Crime|Radiohead
    Portishead|Massive Attack|Aphex Twin|Boards of Canada|Daft Punk|Justice|Phoenix|Air
    Serge Gainsbourg|Jacques Brel|Georges Brassens|Léo Ferré|Johnny Hallyday|Zaz
    Simon & Garfunkel|Bob Dylan|Joni Mitchell|Neil Young|Leonard Cohen|Tom Waits|Nick Cave
    Patti Smith|Iggy Pop|David Bowie|Lou Reed|Brian Eno|Roxy Music|King Crimson|Genesis
    Peter Gabriel|Kate Bush|Talking Heads|Blondie|Ramones|Television|Sonic Youth|Pixies|Nirvana
    Pearl Jam|Soundgarden|Metallica|Iron Maiden|Black Sabbath|Led Zeppelin|Deep Purple|Queen
    Fleetwood Mac|Eagles|Caetano Veloso|Gilberto Gil|João Gilberto|Antônio Carlos Jobim
    Elis Regina|Milton Nascimento|Mercedes Sosa|Violeta Parra|Víctor Jara|Silvio Rodríguez
    Rubén Blades|Celia Cruz|Buena Vista Social Club|Café Tacvba|Manu Chao|Julieta Venegas
    Fela Kuti|Youssou N'Dour|Ali Farka Touré|Amadou & Mariam|Miriam Makeba|Hugh Masekela
    Cesária Évora|Salif Keita|Tinariwen|Ravi Shankar|Nusrat Fateh Ali Khan|Antonín Dvořák
    Leoš Janáček|Bohuslav Martinů|Frédéric Chopin|Krzysztof Penderecki|Czesław Niemen
    Ólafur Arnalds|Jóhann Jóhannsson|Mø|Røyksopp|Agnes Obel|Dungen
    Кино|Аквариум|Земфира|Виктор Цой|Борис Гребенщиков|Алла Пугачёва|Владимир Высоцкий
    Мумий Тролль|Океан Ельзи|Дмитрий Шостакович|Сергей Прокофьев|Пётр Чайковский
    Μίκης Θεοδωράκης|Μάνος Χατζιδάκις|Βαγγέλης Παπαθανασίου|Γιώργος Νταλάρας|Χάρις Αλεξίου
    Ελευθερία Αρβανιτάκη|Πυξ Λαξ
    فيروز|أم كلثوم|عبد الحليم حافظ|محمد عبد الوهاب|عمرو دياب|نانسي عجرم|ماجدة الرومي
    كاظم الساهر
    עידן רייכל|שלמה ארצי|אריק איינשטיין|יהודית רביץ|עפרה חזה|אביתר בנאי|מתי כספי
    宇多田ヒカル|椎名林檎|東京事変|坂本龍一|久石譲|中島みゆき|山口百恵|はっぴいえんど|くるり|サカナクション|スピッツ|米津玄師|細野晴臣|星野源|きゃりーぱみゅぱみゅ
    周杰伦|王菲|邓丽君|张学友|刘德华|陈奕迅|崔健|李宗盛|五月天|蔡琴|林忆莲|郎朗
    방탄소년단|아이유|조용필|김광석|서태지와 아이들|이문세|심수봉|잔나비
    """
}
