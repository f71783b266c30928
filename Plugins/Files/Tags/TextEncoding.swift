internal import Glibc

/// The encodings of texts that do not say theirs: the usual ones of Windows, in which the names of old archives and
/// disks are, too.
///
/// The numbers of bits follow the frequencies of letters in texts of each language; `TextEncodingTests` has the names
/// on which they were tuned, and must pass after a change of one.
enum TextEncoding: String, CaseIterable {
  case western = "CP1252"
  case cyrillic = "CP1251"
  case simplifiedChinese = "GB18030"
  case traditionalChinese = "BIG5"
  case japanese = "CP932"
  case korean = "UHC"

  /// Returns the text of bytes: UTF-8, or else the encoding in which it is the least unusual.
  ///
  /// Bytes that no encoding explains become U+FFFD. `isProbablyWestern` is for texts that are Latin-1 unless much
  /// speaks against it.
  static func text(_ bytes: [UInt8], isProbablyWestern: Bool = false) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let damaged = String(decoding: bytes, as: UTF8.self)
    var (best, least) = (damaged, damaged.unicodeScalars.reduce(0) { $0 + Bits.ofUTF8($1) })
    _ = areLoaded
    for encoding in allCases {
      guard let (text, isCut) = encoding.decoded(bytes) else { continue }
      let rarity = encoding == .western ? 0 : Bits.rareEncoding * (isProbablyWestern ? 2 : 1)
      let bits = encoding.bits(text, bytes) + rarity + (isCut ? Bits.cut : 0)
      if bits < least { (best, least) = (text, bits) }
    }
    return best
  }

  /// Keeps the C library from unloading the encodings: loading one takes 50 times as long as all else for a name.
  private static let areLoaded = allCases.map { Int(bitPattern: iconv_open("UTF-8", $0.rawValue)) }

  /// Returns the text without a character that is cut at its end, as ID3v1 cuts at 30 bytes.
  ///
  /// `nil` if the bytes are invalid, or the C library lacks the encoding.
  private func decoded(_ bytes: [UInt8]) -> (text: String, isCut: Bool)? {
    guard let converter = iconv_open("UTF-8", rawValue), Int(bitPattern: converter) != -1 else {
      return nil
    }
    defer { iconv_close(converter) }
    var isCut = false
    var source = bytes.map { CChar(bitPattern: $0) }
    // No byte of these encodings becomes more than three.
    let text = String(unsafeUninitializedCapacity: 3 * bytes.count) { target in
      source.withUnsafeMutableBufferPointer { source in
        target.withMemoryRebound(to: CChar.self) { target in
          var (input, left) = (source.baseAddress, source.count)
          var (output, free) = (target.baseAddress, target.count)
          let isWhole = iconv(converter, &input, &left, &output, &free) != -1
          isCut = !isWhole && errno == EINVAL
          return isWhole || isCut ? target.count - free : 0
        }
      }
    }
    return text.isEmpty ? nil : (text, isCut)
  }
}

/// How rare characters are, as logarithms of base 2: a text of the fewest bits is the likeliest.
extension TextEncoding {
  private enum Bits {
    static let ascii = 5
    static let rare = 18
    static let control = 30
    /// Any encoding but the western one.
    static let rareEncoding = 8
    static let cut = 20
    /// Letters of two scripts in one word.
    static let mixed = 8
    static let mixedCyrillic = 15

    static func ofUTF8(_ scalar: Unicode.Scalar) -> Int {
      scalar.isASCII ? ascii : scalar == "\u{FFFD}" ? 40 : 12
    }
  }

  /// The bits of a text that the bytes are in this encoding.
  private func bits(_ text: String, _ bytes: [UInt8]) -> Int {
    var (sum, place) = (0, 0)
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      let (first, second) = (bytes[place], place + 1 < bytes.count ? bytes[place + 1] : 0)
      sum += scalar.isASCII ? Bits.ascii : bits(scalar, first, second, after: previous)
      if self != .western, scalar.isASCII != previous.isASCII, scalar.properties.isAlphabetic,
        previous.properties.isAlphabetic
      {
        sum += self == .cyrillic ? Bits.mixedCyrillic : Bits.mixed
      }
      place = min(place + width(first, second), bytes.count - 1)
      previous = scalar
    }
    return sum
  }

  /// The number of bytes of a character.
  private func width(_ first: UInt8, _ second: UInt8) -> Int {
    switch self {
    case .western, .cyrillic: 1
    case .simplifiedChinese where first > 0x80 && (0x30...0x39).contains(second): 4
    case .japanese where (0xA0...0xDF).contains(first): 1
    default: first > 0x80 ? 2 : 1
    }
  }

  /// The bits of a character that is not ASCII.
  private func bits(
    _ scalar: Unicode.Scalar,
    _ first: UInt8,
    _ second: UInt8,
    after previous: Unicode.Scalar
  ) -> Int {
    switch scalar {
    case "\u{80}"..."\u{9F}", "\u{E000}"..."\u{F8FF}": return Bits.control
    case _ where self == .western: return westernBits(scalar) + (previous.isASCII ? 0 : 4)
    case "а"..."я" where self == .cyrillic:
      return "оеаинтсрвл".unicodeScalars.contains(scalar) ? 4 : 6
    case "А"..."Я" where self == .cyrillic: return previous.properties.isLowercase ? 16 : 7
    case _ where self == .cyrillic:
      return scalar.properties.isAlphabetic ? 10 : TextEncoding.signs.contains(scalar) ? 12 : 14
    case "ぁ"..."ん" where self == .japanese, "ァ"..."ー" where self == .japanese: return 7
    case _ where TextEncoding.usualHangul.contains(scalar): return 8
    case _ where self != .korean && TextEncoding.usualIdeographs.contains(scalar): return 9
    case _ where isFirstLevel(first, second): return 13
    case "｡"..."ﾟ": return 15
    default: return TextEncoding.wideSigns.contains(scalar) ? 11 : Bits.rare
    }
  }

  private func westernBits(_ scalar: Unicode.Scalar) -> Int {
    if TextEncoding.usualLetters.contains(scalar) { return 9 }
    if TextEncoding.signs.contains(scalar) { return 11 }
    guard scalar.properties.isAlphabetic else { return 14 }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return lower.allSatisfy(TextEncoding.usualLetters.contains) ? 11 : 12
  }

  /// Whether a character is of those that its standard puts first, because they are frequent.
  private func isFirstLevel(_ first: UInt8, _ second: UInt8) -> Bool {
    switch self {
    case .simplifiedChinese: (0xB0...0xD7).contains(first) && second >= 0xA1
    case .traditionalChinese: (0xA4...0xC6).contains(first)
    case .japanese: (0x88...0x97).contains(first)
    case .korean: (0xB0...0xC8).contains(first) && second >= 0xA1
    case .western, .cyrillic: false
    }
  }

  private static let usualLetters = Set("éèêàçäöüåøæáíóúñãõôîëâþýð".unicodeScalars)
  private static let signs = Set("’–“”…«»¿¡·°×÷®™—№".unicodeScalars)
  private static let wideSigns = Set("、。・「」『』（）！？～ー：，；《》【】—…·“”／＋＆☆★".unicodeScalars)

  /// The most frequent ideographs of texts in Chinese and Japanese, and of names of music.
  private static let usualIdeographs = Set(
    """
    一万三上下不与世业东两並个中为主丽么之乐也乡了予事二于云井些产京人什今从仕他付代以们件任伍会伦但位体何作你使來保信俺個們倫做傑元先光入內全兩公共关其内円军冬凤出分切刘初別利别到制前劉力加务
    动動務勝化北区區十千华单原去参及友发取受变口只可台司合同名后向吗君吳吴员周味和品員唱問單嗎回因国國在地场坂城報場声売変夏外多夜夢大天奇女她好如妹始子孙孤学孩孫學它安定实実家寂寞實对対将將對
    小少就屋展山島崎川工己已市常平年并幸应店府度建开式引张張強当影彼待很後徐得從心必忘応快念怎思性总恋悪情惠想意愛感應戀成我或战戦戰所手把报持指接提放政故教数數文料斯新方於无日时明星春是時曲更
    書曹最會月有朋期本机权李来杨杰東松林果柔校样桜梁梦楊業楽様樂樣機權次歌正此死残比民気水永決沒没河治法泪活流浜海涙淚温溫演点無然爱爲物特状王现現理生產産用田由电男画界番當発發白百的目直相看県
    真着知確社神福离私秋种種空立童第等精系約紅終組経結給統經続網總红组经结给统网罗置羅美考者而聞聲能自至臺與良色花莫華菲萬蓝蔡藍藤行表被裏西要見见解言計記設許話該認語說読誰調論議變讓计认让议记
    许论设话该说谁買資资赵起趙路身車軍輯车辑込过运近还这进远送选這通連進運過道達違遠選還邓那郑部都鄉鄧鄭配里重野金長长開間関關问间陈限陳集離雨雪雲雷電青面音題题風风飛飞食香馬马體高魚鱼鳥鳳鸟麗
    麼黃黄黑點龍龙
    """.unicodeScalars
  )

  /// The most frequent syllables of texts in Korean.
  private static let usualHangul = Set(
    """
    가각간감강같개거건걸것게겠격결경계고공과관교구국군권그근금기까께나난날남내너네년노는늘니님다단달당대더던데도동되된두드든들등디따때또라람랑래러런렇레려력로록루르른를름리린마만많말매며면명모
    목못무문물미민바반받발방배버번법보본부분불비사산살상생서선설성세소속수스습시식신실심싶아안않알았애야약양어언업없었에여역연였영예오온올와외요용우운울워원월위유으은을음의이인일임입있자작잘장
    재저적전점정제조종좋주준중지직진질집차참처천청체초최추출치친카코크키타태터테토통트파포표프피하학한할함합해했행현형호화회후히
    """.unicodeScalars
  )
}
