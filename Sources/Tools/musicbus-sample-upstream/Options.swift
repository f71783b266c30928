import CommandKit
import MusicModel

/// The command line.
struct Options: Hashable, Sendable {
  let port: UInt16
  let endsWithStandardInput: Bool
  let isVerbose: Bool
  let faults: FaultPlan

  private static let port = Option(
    "port",
    .integer("PORT", in: 0...65_535),
    help: "Listen there; 0 takes any free port.",
    default: "0"
  )
  private static let lease = Option(flag: "lease", help: "Exit when standard input ends.")
  private static let latency = Option(
    "latency-ms",
    .integer("N", in: 0...300_000),
    help: "Delay every response."
  )
  private static let faults = Option(
    repeating: "fault",
    ValueSyntax("FAULT", expectation: "KIND[=VALUE][:PREFIX][:COUNT]") { try? Fault($0) },
    help: "Misbehave. The first fault that matches a request strikes."
  )
  private static let rates = Option(
    repeating: "rate",
    ValueSyntax("RATE", expectation: "N/SECONDS[:PREFIX][:STATUS]") { try? RateLimit($0) },
    help: "Limit the rate."
  )
  private static let verbose = Option(flag: "verbose", help: "Log each request on standard error.")

  static let program = Program<Void>(
    "musicbus-sample-upstream",
    version: MusicBusVersion.current,
    command: Command(
      "serve",
      abstract: "Serves the APIs of all bundled sources on loopback from a small catalogue.",
      discussion: discussion,
      options: [port, lease, latency, faults, rates, verbose],
      examples: [
        Example("--fault 500:/search", "Fail all searches."),
        Example("--fault 429=5:/api/v1:2", "Refuse two requests for 5 s."),
        Example(
          "--rate 20/60:/search:403",
          "Refuse searches after 20 in a minute, with status 403."
        ),
      ],
      action: ()
    )
  )

  private static let discussion = """
    Prints its address (http://127.0.0.1:PORT) on one line when it is ready, and runs until SIGTERM or SIGINT. All APIs are at \
    that address, at their own paths; /artwork/… and /preview/… are the pictures and sounds that they refer to.
    FAULT: PREFIX begins with / and is compared with the path and query of a request as sent. COUNT is the number of requests \
    that it strikes (default: all). KIND is one of
    400 to 599[=SECONDS]: that status; SECONDS is its Retry-After (429: 1).
    slow=MS: delays the response, at most 300000 ms; adds to other faults.
    hang: accepts, and never responds. html: 200 with a page of HTML. empty: 200 without a body.
    quota: 200 with Deezer's error for too many requests. garbage: 200 with bytes that are neither UTF-8 nor JSON.
    cut: sends half of the promised body, then closes. cut-json: sends half of the body as if it were complete.
    huge[=MB]: continues with spaces up to so many megabytes (default 24). gzip: a compressed body.
    redirect: 302 to the same address with _r=1, which succeeds. redirect-loop: 302 for ever.
    RATE: N requests in any SECONDS, then STATUS (default 429, with Retry-After).
    While it runs: POST /_control/faults replaces all faults, one FAULT a line; POST /_control/rates does so with rates; \
    GET /_control/requests lists the requests seen: [{method, path, query, userAgent, atMs}]; POST /_control/reset clears \
    them, and sets faults and rates as on the command line.
    """

  init(_ invocation: Invocation) {
    port = invocation[Options.port].flatMap { UInt16(exactly: $0) } ?? 0
    endsWithStandardInput = invocation[Options.lease]
    isVerbose = invocation[Options.verbose]
    var plan = FaultPlan()
    plan.latency = .milliseconds(invocation[Options.latency] ?? 0)
    plan.faults = invocation[Options.faults]
    plan.rates = invocation[Options.rates]
    faults = plan
  }
}
