import BusProtocol
import CommandKit
import MusicModel

/// The overview: a chart, favourites, new albums and recent searches.
struct Overview: Encodable {
  var chart: [Entity] = []
  var favorites: [Entity] = []
  /// New albums of favourite artists that the user has not seen.
  var new: [Entity] = []
  var recent: [RecentSearch] = []
  private static let maxTexts = 5

  /// The entities in the order of their rows.
  var entities: [Entity] { chart + favorites + new }

  /// The parts for the user, and what to do next; without `firstNumber`, rows have no numbers.
  func lines(fitting width: Int?, firstNumber: Int?) -> [StyledText] {
    var lines: [StyledText] = []
    func add(_ title: String, _ body: [StyledText], orElse sentence: String? = nil) {
      guard let body = body.isEmpty ? sentence.map({ [StyledText($0, .dim)] }) : body else {
        return
      }
      lines += (lines.isEmpty ? [] : [""]) + [StyledText(title, .bold)] + body
    }
    let favoritesNumber = firstNumber.map { $0 + chart.count }
    add(
      "Top albums",
      EntityList(chart).lines(fitting: width, firstNumber: firstNumber),
      orElse: "Not available at the moment. Try again: musicbus top"
    )
    add(
      "Favourites",
      FavoriteList(favorites).lines(fitting: width, firstNumber: favoritesNumber),
      orElse: "None yet. Add one: musicbus favorites add \"Pink Floyd\""
    )
    add(
      "New albums of your artists",
      EntityList(new)
        .lines(fitting: width, firstNumber: favoritesNumber.map { $0 + favorites.count })
    )
    add("Recent searches", recentTexts.map { StyledText($0) }, orElse: "None yet.")
    return lines + ["", StyledText(nextSteps(hasNumbers: firstNumber != nil), .dim)]
  }

  /// The parts for scripts: one line each, values separated by tabs.
  func tabSeparated() -> [String] {
    let parts = [("chart", chart), ("favorites", favorites), ("new", new)]
    let rows = parts.flatMap { part, entities in
      Table.mixed(entities).tabSeparated().dropFirst().map { "\(part)\t\($0)" }
    }
    let texts = recentTexts.map { "recent\ttext\t\(StyledText($0).text)\t\t\t" }
    return ["Part\tKind\tName\tArtist\tReleased\tId"] + rows + texts
  }

  /// The texts, without those that differ in kind only.
  private var recentTexts: [String] {
    RecentCommand.unique(recent).prefix(Overview.maxTexts).map(\.text)
  }

  private func nextSteps(hasNumbers: Bool) -> String {
    let example = hasNumbers ? "musicbus album 1" : "musicbus artist \"Pink Floyd\""
    return "Next: musicbus search TEXT, \(example), musicbus --help"
  }
}
