import FoundationEssentials
import HostKit

/// The browser of the user.
enum Browser {
  /// Opens a web address with the command of `BROWSER`, or with `xdg-open`.
  ///
  /// - Returns: `false` if there is neither, or no screen, or if the address is not one of the web.
  static func open(_ url: String, _ environment: Environment) -> Bool {
    guard url.hasPrefix("https://") || url.hasPrefix("http://") else { return false }
    return run(url, environment)
  }

  /// Opens a file of this program, at an absolute path.
  ///
  /// - Returns: `false` if there is no command or no screen.
  static func open(file path: String, _ environment: Environment) -> Bool {
    run(URL(filePath: path, directoryHint: .notDirectory).absoluteString, environment)
  }

  private static func run(_ url: String, _ environment: Environment) -> Bool {
    guard let command = command(environment) else { return false }
    var launch = Launch(command, [url], environment: environment)
    launch.groupRole = .newSession
    launch.output = .null
    launch.errors = .null
    return (try? ChildProcess(launch)) != nil
  }

  private static func command(_ environment: Environment) -> String? {
    let chosen = (environment["BROWSER"] ?? "").split(separator: ":").first.map(String.init)
    if let chosen {
      return chosen.contains("/")
        ? chosen : ExecutableSearch.find(chosen, path: environment["PATH"])
    }
    let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    return hasScreen ? ExecutableSearch.find("xdg-open", path: environment["PATH"]) : nil
  }
}
