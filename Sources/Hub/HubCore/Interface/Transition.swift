import MusicModel

/// A state of a call, or of one of its branches, that followed on another: a drawing above a type must have it.
package struct Transition: Hashable, Sendable {
  /// The type of the states.
  package let machine: String
  package let from: String
  package let to: String

  private init?(_ machine: Any.Type, _ from: Any, _ to: Any) {
    self.machine = String(describing: machine)
    (self.from, self.to) = (Transition.name(of: from), Transition.name(of: to))
    if self.from == self.to { return nil }
  }

  /// Those of one step of a call.
  static func all(from before: ClientCall, to after: ClientCall) -> [Transition] {
    let call = Transition(ClientCall.self, before.phase, after.phase)
    let branches = after.gathering.branches.map { provider, branch in
      let earlier = before.gathering.branches[provider]?.state ?? FanOutBranch.State.new
      return Transition(FanOutBranch.self, earlier, branch.state)
    }
    return ([call] + branches).compactMap(\.self)
  }

  /// The name of the case.
  private static func name(of state: Any) -> String {
    Mirror(reflecting: state).children.first?.label ?? "\(state)"
  }
}
