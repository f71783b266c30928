/// The table of words, in normalized form.
extension TitleWords {
  static let roles: [(String, TitleWord.Roles)] = [
    (
      "edition deluxe remaster remasters remastered remasterizado remasterise anniversary expanded "
        + "reissue reissued rerelease bonus enhanced edicion edizione edicao ausgabe digipak "
        + "explicit clean edited censored uncensored",
      .edition
    ),
    (
      "version versions album main standard special limited super collector collectors digital "
        + "booklet cd vinyl lp mono stereo hd track tracks amazon itunes exclusive mastered for us "
        + "uk usa eu european american japan japanese australian canadian international world "
        + "tour the of and with years year th st nd rd complete original legacy platinum fan "
        + "videos extra amended package store new full mix content",
      .editionPart
    ),
    ("feat ft featuring", .featuring),
    ("with con avec mit prod", .with),
    (
      "part pt pts parts volume vol volumes no nr num number chapter act episode folge teil op "
        + "opus symphony suite movement book series cd disc",
      .numbering
    ),
    ("soundtrack ost", .soundtrack),
    ("ep", .ep),
    ("single", .single),
    ("explicit", .explicit),
    ("clean edited censored amended", .clean),
    ("original album main standard", .original),
    ("and vs x y und et og och e en", .joining),
  ]

  static let versions: [(String, VersionWords)] = [
    ("live concert unplugged vivo", .live),
    (
      "remix remixes remixed rmx mix mixes dub rework reworked bootleg mashup vip refix club",
      .remix
    ),
    ("edit short", .edit),
    ("demo demos rehearsal outtake outtakes", .demo),
    ("acoustic unplugged stripped", .acoustic),
    ("instrumental instrumentals", .instrumental),
    ("karaoke playback", .karaoke),
    ("tribute", .tribute),
    ("cover covers", .cover),
    ("acapella acappella cappella capella", .vocal),
    ("orchestral orchestra symphonic", .orchestral),
    ("alternate alternative alternative take session sessions", .alternate),
    (
      "spanish english french german italian portuguese espanol ingles deutsch englisch",
      .language
    ),
    ("extended long", .extended),
    ("video", .video),
  ]

  static let spellings = [
    ("part", "pt pts parts"), ("volume", "vol volumes"), ("no", "nr num number"),
    ("remix", "remixes"), ("demo", "demos"), ("session", "sessions"),
  ]

  static let figures = [
    ("1", "i one"), ("2", "ii two"), ("3", "iii three"), ("4", "iv four"), ("5", "v five"),
    ("6", "vi six"), ("7", "vii seven"), ("8", "viii eight"), ("9", "ix nine"), ("10", "x ten"),
    ("11", "xi"), ("12", "xii"), ("13", "xiii"), ("14", "xiv"), ("15", "xv"),
  ]
}
