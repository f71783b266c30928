import BusProtocol
import FavoritesModel
import MusicModel

/// The metrics of the hub (`hub.metrics`).
struct HubMetrics {
  let now: Instant
  let uptimeMs: Int
  let clientCount: Int
  let callCount: Int
  let watchers: Watchers
  let supervisor: Supervisor
  let lanes: Lanes
  let lists: ListCache
  let favorites: Favorites

  var all: [Metric] {
    ownMetrics + favoriteMetrics + callMetrics + providerMetrics + budgetMetrics
  }

  private func one(_ name: String, _ kind: Metric.Kind, _ value: Int, _ help: String) -> Metric {
    Metric("musicbus_\(name)", kind, help: help, samples: [.init(Double(value))])
  }

  private var ownMetrics: [Metric] {
    [
      Metric(
        "musicbus_uptime_seconds",
        .gauge,
        help: "Time since the hub started.",
        samples: [.init(Double(uptimeMs) / 1000)]
      ),
      one("clients", .gauge, clientCount, "Clients with a session."),
      one("calls_in_flight", .gauge, callCount, "Calls of clients that have not ended."),
      one("watchers", .gauge, watchers.count, "Calls that watch the hub."),
      one(
        "provider_calls_in_flight",
        .gauge,
        lanes.activeCount,
        "Calls to providers that have not ended."
      ),
      one("list_cache_lists", .gauge, lists.count, "Results in the list cache."),
      one("list_cache_entities", .gauge, lists.entityCount, "Entities and records in it."),
      one(
        "late_messages_total",
        .counter,
        watchers.counters.lateMessages,
        "Messages that no call was waiting for."
      ),
      one(
        "rejected_messages_total",
        .counter,
        watchers.counters.rejectedMessages,
        "Frames that were not a valid message."
      ),
    ]
  }

  private var favoriteMetrics: [Metric] {
    [
      one("favorites", .gauge, favorites.document.count, "Favourites."),
      one(
        "favorites_changes_total",
        .counter,
        favorites.totals.savedChanges,
        "Durable changes of the favourites."
      ),
      one(
        "favorites_syncs_total",
        .counter,
        favorites.totals.syncs,
        "Syncs of the favourites file."
      ),
    ]
  }

  private var callMetrics: [Metric] {
    let counts = watchers.metrics.calls.sorted {
      ($0.key.method, $0.key.result.rawValue) < ($1.key.method, $1.key.result.rawValue)
    }
    return [
      Metric(
        "musicbus_calls_total",
        .counter,
        help: "Ended calls of clients, by method and result.",
        samples: counts.map { key, count in
          .init(
            Double(count),
            labels: ["method": key.method.rawValue, "result": key.result.rawValue]
          )
        }
      ),
      histogram(
        "musicbus_call_seconds",
        "Duration of calls that have ended.",
        watchers.metrics.callTimes.sorted { $0.key < $1.key }.map {
          (["method": $0.key.rawValue], $0.value)
        }
      ),
    ]
  }

  private var providerMetrics: [Metric] {
    let providers = supervisor.providers.sorted { $0.key < $1.key }
    func each(
      _ name: String,
      _ kind: Metric.Kind,
      _ help: String,
      _ value: (ProviderID, Provider) -> Int
    ) -> Metric {
      let samples = providers.map { id, provider in
        Metric.Sample(Double(value(id, provider)), labels: ["provider": id.rawValue])
      }
      return Metric("musicbus_\(name)", kind, help: help, samples: samples)
    }
    let outcomes = watchers.metrics.outcomes.sorted {
      ($0.key.provider.rawValue, $0.key.outcome.rawValue)
        < ($1.key.provider.rawValue, $1.key.outcome.rawValue)
    }
    return [
      each("provider_up", .gauge, "Whether the provider has a session.") { $1.isReady ? 1 : 0 },
      each("provider_calls_total", .counter, "Calls to the provider, by result.") { id, _ in
        lanes[id].statistics.calls
      },
      each("provider_failures_total", .counter, "Failed calls to the provider.") { id, _ in
        lanes[id].statistics.failures
      },
      each("provider_restarts_total", .counter, "Restarts of the provider.") {
        $1.restarts.count
      },
      each("provider_queue", .gauge, "Calls that wait for the provider.") { id, _ in
        lanes[id].queuedCount
      },
      Metric(
        "musicbus_source_outcomes_total",
        .counter,
        help: "Outcomes of providers in replies.",
        samples: outcomes.map { key, count in
          .init(
            Double(count),
            labels: ["provider": key.provider.rawValue, "outcome": key.outcome.rawValue]
          )
        }
      ),
      histogram(
        "musicbus_source_seconds",
        "Time from the client's call to the outcome of the provider.",
        watchers.metrics.sourceTimes.sorted { $0.key < $1.key }
          .map { (["provider": $0.key.rawValue], $0.value) }
      ),
    ]
  }

  private func histogram(
    _ name: String,
    _ help: String,
    _ series: [([String: String], Histogram)]
  ) -> Metric {
    Metric(
      name,
      .histogram,
      help: help,
      bounds: Histogram.boundsMs.map { Double($0) / 1000 },
      samples: series.map { labels, histogram in
        .init(Double(histogram.sumMs) / 1000, labels: labels, counts: histogram.cumulated)
      }
    )
  }

  private var budgetMetrics: [Metric] {
    let figures = lanes.budgets.figures(at: now)
    func each(
      _ name: String,
      _ help: String,
      _ value: (UpstreamBudgets.Figures) -> Double?
    ) -> Metric {
      Metric(
        "musicbus_budget_\(name)",
        .gauge,
        help: help,
        samples: figures.compactMap { figures in
          var labels = ["upstream": figures.scope.upstream]
          labels["provider"] = figures.scope.provider?.rawValue
          return value(figures).map { .init($0, labels: labels) }
        }
      )
    }
    return [
      each("requests", "Requests that an upstream allows per time window.") {
        $0.limit.map(Double.init)
      },
      each("used", "Requests made or reserved in the time window.") { Double($0.used) },
      each("cool_down_seconds", "Remaining cool-down of an upstream.") {
        Double($0.closedMs) / 1000
      },
    ]
  }
}
