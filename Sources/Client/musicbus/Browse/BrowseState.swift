import BusProtocol
import ClientKit
import MusicModel

/// The state of `musicbus browse`. It changes by keys and replies, and performs nothing itself.
struct BrowseState: Hashable, Sendable {
  /// A list that the user has entered.
  struct Level: Hashable, Sendable {
    var title: String
    var entities: [Entity] = []
    /// The headings of parts of the list, by the index of the first row of each.
    var headings: [Int: String] = [:]
    /// The row of the list, or the first visible line of the details.
    var selected = 0
    /// Details that are shown instead of the list.
    var detail: Entity?
  }

  /// An action that a key requests.
  enum Effect: Hashable, Sendable {
    /// The text has changed; an earlier search is obsolete.
    case search(String)
    /// Lists the albums of an artist or the songs of an album, or shows details.
    case enter(Entity)
    /// Shows the details, such as the biography of an artist.
    case inspect(Entity)
    case play(Entity)
    case toggle(Entity)
    case open(Entity)
    case suspend
    case quit
  }

  /// The focus of the keyboard.
  enum Focus: Hashable, Sendable {
    case text
    case list
  }

  private(set) var text = ""
  private(set) var focus = Focus.text
  private(set) var showsHelp = false
  private(set) var levels = [Level(title: "")]
  /// The entity whose list or details are loading; `nil` once the user has gone on without them.
  private(set) var awaited: EntityID?
  var status = ""
  /// The preview that is playing, and for how long.
  var playing = ""
  /// The texts that were searched, the last one first. ↑ recalls them.
  var recent: [String] = []
  private var recalled = 0
  /// What is shown before a text is typed.
  private(set) var home = Level(title: "")
  /// The services that details name.
  var table = ServiceTable([])
  /// The rows of the list that fit on the screen.
  var pageSize = 10
  /// The lines of the details that do not fit on the screen.
  var maxScroll = 0
  /// A distance longer than any list.
  private static let wholeList = 1_000_000

  init(text: String = "") { self.text = text }

  var level: Level { levels[levels.count - 1] }

  var selection: Entity? {
    level.detail
      ?? (level.entities.indices.contains(level.selected) ? level.entities[level.selected] : nil)
  }

  /// Handles a key.
  mutating func handle(_ key: Key) -> Effect? {
    status = ""
    if key == .control("c") || key == .control("d") { return .quit }
    if key == .control("z") { return .suspend }
    if showsHelp {
      showsHelp = false
      return nil
    }
    let (oldFocus, oldCount) = (focus, levels.count)
    let effect = focus == .text ? handleText(key) : handleList(key)
    if case .enter(let entity)? = effect {
      awaited = entity.id
    } else if case .inspect(let entity)? = effect {
      awaited = entity.id
    } else if focus != oldFocus || levels.count != oldCount || focus == .text {
      awaited = nil
    }
    return effect
  }

  /// Replaces what is shown before a text is typed.
  mutating func showHome(favorites: [Entity], chart: [Entity]) {
    home.entities = favorites + chart
    home.headings = [:]
    if !chart.isEmpty { home.headings[favorites.count] = "Top albums" }
    if !favorites.isEmpty { home.headings[0] = "Favourites" }
    if text.trimmed.isEmpty { show(home.entities, home.headings) }
  }

  /// Replaces the results of the search, or shows the first screen again if there is no text.
  mutating func show(_ entities: [Entity]) {
    if text.trimmed.isEmpty, entities.isEmpty {
      show(home.entities, home.headings)
    } else {
      show(entities, [:])
    }
  }

  private mutating func show(_ entities: [Entity], _ headings: [Int: String]) {
    let id =
      level.entities.indices.contains(level.selected) ? level.entities[level.selected].id : nil
    levels[0].entities = entities
    levels[0].headings = headings
    guard levels.count == 1 else { return }
    levels[0].selected = focus == .list ? entities.firstIndex { $0.id == id } ?? 0 : 0
    if entities.isEmpty { focus = .text }
  }

  /// Enters a list or the details of an entity.
  mutating func push(_ level: Level) {
    levels.append(level)
    focus = .list
    awaited = nil
  }

  /// Replaces an entity wherever it is listed, such as after a change of its heart.
  mutating func replace(_ entity: Entity) {
    for index in levels.indices {
      levels[index].entities = levels[index].entities.map { $0.id == entity.id ? entity : $0 }
      if levels[index].detail?.id == entity.id { levels[index].detail = entity }
    }
    home.entities = home.entities.map { $0.id == entity.id ? entity : $0 }
  }

  private mutating func handleText(_ key: Key) -> Effect? {
    switch key {
    case .character("?") where text.isEmpty: showsHelp = true
    case .character(let character):
      text.append(character)
      recalled = 0
      return .search(text)
    case .up where recalled < recent.count:
      text = recent[recalled]
      recalled += 1
      return .search(text)
    case .backspace where !text.isEmpty:
      text.removeLast()
      return .search(text)
    case .control("u"),
      .escape where !text.isEmpty:
      text = ""
      recalled = 0
      return .search(text)
    case .escape: return .quit
    case .down, .enter, .tab:
      if !level.entities.isEmpty { focus = .list }
    default: break
    }
    return nil
  }

  private mutating func handleList(_ key: Key) -> Effect? {
    switch key {
    case .up, .character("k"): move(by: -1)
    case .down, .character("j"): move(by: 1)
    case .pageUp: move(by: -pageSize)
    case .pageDown: move(by: pageSize)
    case .home: move(by: -BrowseState.wholeList)
    case .end: move(by: BrowseState.wholeList)
    case .character("/"), .tab:
      levels = [levels[0]]
      focus = .text
    case .character("?"): showsHelp = true
    case .character("q"): return .quit
    case .escape, .left, .backspace, .character("h"):
      if levels.count > 1 { levels.removeLast() } else { focus = .text }
    case .enter, .right, .character("l"):
      return selection.flatMap { level.detail == nil || $0.kind != .song ? .enter($0) : nil }
    case .character("i"): return level.detail == nil ? selection.map(Effect.inspect) : nil
    case .character("p"), .character(" "): return selection.map(Effect.play)
    case .character("f"): return selection.map(Effect.toggle)
    case .character("o"): return selection.map(Effect.open)
    default: status = "Press ? for help, or / to change the text."
    }
    return nil
  }

  private mutating func move(by count: Int) {
    let target = level.selected + count
    if level.detail != nil {
      levels[levels.count - 1].selected = min(max(0, target), maxScroll)
    } else if target < 0, level.selected == 0, levels.count == 1 {
      focus = .text
    } else {
      levels[levels.count - 1].selected = min(max(0, target), max(0, level.entities.count - 1))
    }
  }
}
