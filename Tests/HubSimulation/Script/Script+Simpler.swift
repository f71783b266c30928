/// Worlds that are like that of a script, but in one thing plainer.
extension Script {
  var simpler: [Script] {
    var candidates: [Script] = []
    func add(_ change: (inout Script) -> Void) {
      var candidate = self
      change(&candidate)
      if candidate != self { candidates.append(candidate) }
    }
    add { $0.limits = LimitsPlan() }
    for (member, plain) in LimitsPlan.members {
      add { $0.limits[keyPath: member] = plain }
    }
    if providers.count > 1 { add { $0.providers.removeLast() } }
    for index in providers.indices {
      add { $0.providers[index].behavior = .good }
      add { $0.providers[index].budget = nil }
      add { $0.providers[index].isUntrusted = nil }
      add { $0.providers[index].startMs = 10 }
      add { $0.providers[index].methods = ~0 }
    }
    return candidates
  }
}

extension LimitsPlan {
  /// The limits, with their defaults.
  fileprivate static var members: [(WritableKeyPath<LimitsPlan, Int>, Int)] {
    let paths: [WritableKeyPath<LimitsPlan, Int>] = [
      \.clients, \.calls, \.callsOfClient, \.waiting, \.pageLists, \.pageEntities, \.entities,
      \.unread, \.page, \.itemsPerMessage, \.bodyBytes, \.cacheBytes,
    ]
    let plain = LimitsPlan()
    return paths.map { ($0, plain[keyPath: $0]) }
  }
}
