/// The options of the command line.
struct Options: Hashable, Sendable {
  var port: UInt16 = 0
  var endsWithStandardInput = false
  var isVerbose = false
  var wantsHelp = false
  var faults = FaultPlan()

  /// Wrong use, with the sentence that says why.
  struct UsageError: Error, Hashable {
    let message: String
  }

  init() {}

  /// Takes `--name value` and `--name=value`.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if let apply = Self.flags[argument] {
        apply(&self)
        continue
      }
      let halves = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = halves.first, let apply = Self.values[name] else {
        throw UsageError(message: "unknown option '\(argument)'")
      }
      guard let value = halves.count > 1 ? halves[1] : rest.popFirst() else {
        throw UsageError(message: "'\(name)' needs a value")
      }
      do throws(GrammarError) {
        try apply(&self, value)
      } catch {
        throw UsageError(message: "\(name): \(error.message)")
      }
    }
  }

  private typealias Flag = @Sendable (inout Options) -> Void
  private typealias Value = @Sendable (inout Options, String) throws(GrammarError) -> Void

  private static let flags: [String: Flag] = [
    "--lease": { $0.endsWithStandardInput = true },
    "--verbose": { $0.isVerbose = true },
    "--help": { $0.wantsHelp = true },
    "-h": { $0.wantsHelp = true },
  ]

  private static let values: [String: Value] = [
    "--port": { options, text throws(GrammarError) in
      guard let port = UInt16(text) else {
        throw GrammarError(message: "'\(text)' is not a port from 0 to 65535")
      }
      options.port = port
    },
    "--latency-ms": { options, text throws(GrammarError) in
      guard let count = Int(text), (0...300_000).contains(count) else {
        throw GrammarError(message: "'\(text)' is not a number from 0 to 300000")
      }
      options.faults.latency = .milliseconds(count)
    },
    "--fault": { options, text throws(GrammarError) in
      options.faults.faults.append(try Fault(text))
    },
    "--rate": { options, text throws(GrammarError) in
      options.faults.rates.append(try RateLimit(text))
    },
  ]
}

extension Options {
  static let help = """
    OVERVIEW: Serves the APIs of all bundled sources on loopback from a small catalogue.

    USAGE: musicbus-sample-upstream [options]

    Prints its address (http://127.0.0.1:PORT) on one line when it is ready, and runs until
    SIGTERM or SIGINT. All APIs are at that address, at their own paths:

      /api/v1/json/123/search.php?s=…                        TheAudioDB (keys 123 and 2)
      /search?term=…   /lookup?id=…                          iTunes Search
      /api/v2/us/music/most-played/100/albums.json           Apple RSS
      /us/rss/topalbums/limit=100/json                       Apple RSS, legacy
      /ws/2/…                                                MusicBrainz
      /search/…   /artist/…   /album/…   /track/…            Deezer
      /v1/…   /api/token                                     Spotify
      /w/api.php   /api/rest_v1/page/summary/…               Wikidata and Wikipedia
      /artwork/…   /preview/…                                pictures and sounds they refer to

    OPTIONS:
      --port N             listen there; 0 (default) takes any free port
      --lease              run only until standard input ends
      --latency-ms N       delay every response (at most 300000)
      --fault FAULT        misbehave (repeatable; the first that matches a request strikes)
      --rate RATE          limit the rate (repeatable)
      --verbose            log each request on standard error
      -h, --help           show this

    FAULT: KIND[=VALUE][:PREFIX][:COUNT]
      PREFIX begins with / and is compared with the path and query of a request as sent;
      COUNT is how many requests it strikes (default: all). KIND is one of
        400…599[=SECONDS]  that status; SECONDS is its Retry-After (429: 1)
        slow=MS            delays the response; adds to other faults (at most 300000)
        hang               accepts, never responds
        html               200 with a page of HTML
        empty              200 with no body
        quota              200 with Deezer's error for too many requests
        garbage            200 with bytes that are neither UTF-8 nor JSON
        cut                sends half of the promised body, then closes
        cut-json           sends half of the body as if it were whole
        huge[=MB]          goes on with spaces up to so many megabytes (default 24)
        gzip               body compressed
        redirect           302 to the same address with _r=1, which succeeds
        redirect-loop      302 for ever
      Examples: 500:/search  429=5:/api/v1:2  slow=1500:/us/rss  cut

    RATE: N/SECONDS[:PREFIX][:STATUS]
      N requests in any SECONDS, then STATUS (default 429, with Retry-After), as 20/60:/search:403

    WHILE IT RUNS:
      POST /_control/faults     replaces all faults; one FAULT a line
      POST /_control/rates      replaces all rates; one RATE a line
      GET  /_control/requests   the requests seen: [{method, path, query, userAgent, atMs}]
      POST /_control/reset      clears the requests; faults and rates as on the command line
    """
}
