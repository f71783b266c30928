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
