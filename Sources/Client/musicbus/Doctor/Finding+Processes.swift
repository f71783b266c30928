import BusProtocol
import MusicModel

/// The rules about the hub, the page, and the providers.
extension Finding {
  /// The version is that of this program.
  static func hub(_ hub: HubStatus, _ providers: [ProviderStatus], version: String) -> Finding {
    guard hub.version == version else {
      let text = "Version \(hub.version) is running, but \(version) is installed."
      return Finding("hub", .problem, text, fix: "musicbus hub restart")
    }
    let ready = "\(providers.count { $0.state == .ready }) of \(providers.count)"
    return ok("hub", "Version \(hub.version), pid \(hub.pid), \(ready) providers ready.")
  }

  /// The pid is that of the process that serves the page, if one does.
  static func page(_ pid: Int32?, hasAddress: Bool) -> Finding {
    guard let pid else {
      return Finding("page", .note, "The web page is not running.", fix: "musicbus web")
    }
    guard hasAddress else {
      let text = "The web page is running (pid \(pid)), but its address is missing."
      return Finding("page", .problem, text, fix: "musicbus web stop; musicbus web")
    }
    return ok("page", "The web page is running (pid \(pid)).")
  }

  /// A manifest that the hub does not use, in the words of the hub.
  static func manifest(_ note: String) -> Finding {
    let advice = Advice(ofHub: note)
    return Finding("manifest", .problem, advice.text, fix: advice.command)
  }

  /// A provider, for which the user may have set something.
  static func provider(_ one: ProviderStatus, hasSettings: Bool) -> Finding {
    let advice = one.lastError.map { Advice($0, of: one.id) }
    let reason = advice?.text ?? "No reason given."
    func found(_ status: Status, _ text: String, fix action: String) -> Finding {
      let fix = advice?.command ?? "musicbus provider \(action) \(one.id)"
      return Finding("provider \(one.id)", status, text, fix: fix)
    }
    switch one.state {
    case .ready:
      guard one.calls > 0, one.failures >= one.calls else {
        let last = advice.map { " Last failure: \($0.text)" } ?? ""
        return ok("provider \(one.id)", "Ready.\(last)")
      }
      return found(.problem, "\(one.calls.counted("call")), all failed. \(reason)", fix: "log")
    case .starting: return found(.note, "It is still starting.", fix: "log")
    case .draining: return found(.note, "It is being removed.", fix: "log")
    case .restarting: return found(.note, "It is being restarted. \(reason)", fix: "log")
    case .unconfigured:
      // Which of the bundled providers are set up is the user's choice.
      return found(hasSettings ? .problem : .note, "Not set up. \(reason)", fix: "setup")
    case .stopped: return found(.problem, "It does not run. \(reason)", fix: "reset")
    case .quarantined:
      return found(.problem, "Stopped after repeated failures. \(reason)", fix: "reset")
    }
  }

  /// Whether the programs that are to run in a sandbox do.
  static func sandbox(_ providers: [ProviderStatus]) -> Finding {
    let programs = providers.filter { $0.sandbox != nil }
    let outside = programs.filter { $0.sandbox?.active == false }
    guard !outside.isEmpty else {
      let text = "\(programs.counted("provider")) \(programs.count == 1 ? "runs" : "run") in it."
      return ok("sandbox", programs.isEmpty ? "No running provider needs one." : text)
    }
    let reasons = outside.map { "\($0.id) (\($0.sandbox?.reason ?? "no reason given"))" }
    let isMissing = outside.contains { $0.sandbox?.reason?.contains("not installed") == true }
    return Finding(
      "sandbox",
      .problem,
      "They have all your permissions, as no sandbox can be made: \(reasons.joined(separator: ", ")).",
      fix: isMissing ? "sudo apt install bubblewrap" : nil
    )
  }

  /// The sources that accept no request for a while.
  static func budgets(_ providers: [ProviderStatus]) -> [Finding] {
    var waits: [String: Int] = [:]
    for (name, budget) in providers.flatMap({ $0.budgets ?? [:] }) {
      guard budget.left == 0, let time = budget.nextMs, time >= minWaitMs else { continue }
      waits[name] = max(time, waits[name] ?? 0)
    }
    guard !waits.isEmpty else {
      return [ok("budgets", "All sources accept requests.")]
    }
    return waits.sorted { $0.key < $1.key }.map { name, time in
      let text = "Its request budget is used up for \(HumanFormat.duration(ms: time))."
      return Finding("budget \(name)", .note, "\(text) Use --offline, or wait.")
    }
  }

  /// A shorter wait is how a budget of one request a second works.
  private static let minWaitMs = 10_000
}

extension [ProviderStatus] {
  fileprivate func counted(_ noun: String) -> String { count.counted(noun) }
}
