import BusProtocol
import ClientKit
import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("The notes of a reply")
struct ReplyNotesTests {
  private func report(
    _ provider: String,
    _ outcome: Outcome,
    _ change: (inout SourceReport) -> Void = { _ in }
  ) -> SourceReport {
    var report = SourceReport(provider: Samples.provider(provider), outcome: outcome)
    change(&report)
    return report
  }

  private func shown(_ reports: SourceReport...) -> String {
    SourceNotes(reports).lines.rendered(as: .plain)
  }

  @Test("tell what is not available in the user's country apart from what is not there")
  func notInCountry() {
    let elsewhere = SourceReport.SourceError(code: .notInCountry, message: "Only in Japan.")
    var notes = SourceNotes([
      report("a", .empty) { ($0.count, $0.error) = (0, elsewhere) },
      report("b", .cached) { ($0.count, $0.error) = (0, elsewhere) },
      report("c", .empty),
    ])
    #expect(
      notes.lines.rendered(as: .plain) == """
        Not available in your country at: a, b
        No results from: c
        """
    )
    notes.country = "se"
    #expect(notes.lines.first?.text == "Not available in your country (se) at: a, b")
    #expect(notes.failures.isEmpty)
  }

  @Test("credit sources with results and name those without")
  func attributions() {
    let notes = shown(
      report("audiodb", .ok) {
        $0.count = 1
        $0.attribution = "Data by TheAudioDB.com"
        $0.notes = ["Text: TheAudioDB, CC BY."]
      },
      report("itunes-rss", .notLinked),
      report("itunes-search", .empty) { ($0.count, $0.notes) = (0, ["Not found."]) },
      report("other", .empty)
    )
    #expect(
      notes == """
        Sources: audiodb
        audiodb: Text: TheAudioDB, CC BY.
        No results from: itunes-search, other
        No match at: itunes-rss
        """
    )
  }

  @Test("credit the sources by name in one line, wrapped between words, or in full")
  func credits() {
    var notes = SourceNotes([
      report("audiodb", .ok) { ($0.count, $0.attribution) = (1, "Data by TheAudioDB.com") },
      report("deezer", .cached) { ($0.count, $0.ageMs) = (2, 7_500_000) },
      report("itunes-search", .empty),
    ])
    notes.names = [
      Samples.provider("audiodb"): "TheAudioDB", Samples.provider("itunes-search"): "iTunes Search",
    ]
    #expect(
      notes.lines(fitting: 30).rendered(as: .plain) == """
        Sources: TheAudioDB, deezer (2
        h 5 min old)
        No results from: iTunes Search
        """
    )
    notes.isVerbose = true
    #expect(
      notes.lines(fitting: nil).map(\.text).prefix(2) == [
        "From audiodb (1 record): Data by TheAudioDB.com", "From deezer (2 records, 2 h 5 min old)",
      ]
    )
  }

  @Test("name only the sources whose results are shown if there is no network")
  func disconnected() {
    var notes = SourceNotes([
      report("audiodb", .stale) { ($0.count, $0.ageMs) = (1, 7_500_000) },
      report("deezer", .failed) {
        $0.error = .init(code: .upstreamUnavailable, message: "Could not reach x: unknown host.")
      },
    ])
    notes.isDisconnected = true
    #expect(notes.lines.rendered(as: .plain) == "Sources: audiodb (2 h 5 min old)")
  }

  @Test("tell of no network in one line, if the hub does")
  func network() {
    var notes = SourceNotes(
      ["a", "b"].map { name in
        report(name, .failed) {
          $0.error = .init(code: .upstreamUnreachable, message: "Could not reach x.")
        }
      }
    )
    let sentence = "No internet connection: could not reach a, b."
    #expect(!notes.lines.map(\.text).contains(sentence))
    notes.lacksNetwork = true
    #expect(notes.lines.map(\.text) == [sentence])
  }

  @Test("name the source, the reason and a hint for each failure")
  func failures() {
    let notes = shown(
      report("a", .timeout) { $0.elapsedMs = 9500 },
      report("b", .late) { $0.elapsedMs = 3000 },
      report("c", .rateLimited) {
        $0.error = .init(code: .upstreamRateLimited, message: "Too many", retryAfterMs: 41_200)
      },
      report("d", .failed) {
        $0.error = .init(code: .upstreamUnavailable, message: "The host returned status 500.")
      },
      report("e", .starting),
      report("f", .failed) {
        $0.error = .init(code: .configurationInvalid, message: "The key is refused")
      },
      report("g", .failed),
      report("h", .deferred) {
        $0.error = .init(code: .upstreamRateLimited, message: "Used up", retryAfterMs: 900)
      },
      report("i", .failed) {
        $0.error = .init(code: .upstreamRefused, message: "The host refused it (400): Bad id.")
      }
    )
    #expect(
      notes == """
        a: Timed out after 9 s. Try again with a longer --timeout.
        b: No reply yet after 3 s. Wait longer with --wait.
        c: Rate limited: Too many. Try again in 42 seconds.
        d: Failed: The host returned status 500. Try again later.
        e: Still starting. Try again in a moment.
        f: Failed: The key is refused. See: musicbus config check
        g: Failed. Try again later.
        h: Deferred: Used up. Try again in 1 second.
        i: Failed: The host refused it (400): Bad id. The source would refuse it again.
        """
    )
  }

  @Test("do not make a reply partial if a source is deferred")
  func deferred() {
    func isPartial(_ outcomes: Outcome...) -> Bool {
      var done = Done()
      done.sources = outcomes.map { report("a", $0) }
      return Reply(items: [], done: done).isPartial
    }
    #expect(!isPartial(.ok, .deferred))
    #expect(isPartial(.ok, .deferred, .late))
  }

  @Test(
    "end each sentence with one mark, whatever the source wrote",
    arguments: [
      ("It broke", "a: Failed: It broke. Try again later."),
      ("It broke.", "a: Failed: It broke. Try again later."),
      ("It broke..", "a: Failed: It broke. Try again later."),
      ("It broke!", "a: Failed: It broke! Try again later."),
      ("It broke: ", "a: Failed: It broke. Try again later."),
      ("", "a: Failed. Try again later."), (".", "a: Failed. Try again later."),
      (" : .", "a: Failed. Try again later."),
    ]
  )
  func punctuation(_ message: String, _ line: String) {
    let notes = shown(
      report("a", .failed) { $0.error = .init(code: .internalError, message: message) }
    )
    #expect(notes == line)
  }

  @Test("give the reason of stale results")
  func staleReason() {
    let notes = shown(
      report("audiodb", .stale) {
        $0.ageMs = 7_500_000
        $0.error = .init(code: .upstreamUnavailable, message: "Could not reach its host")
      }
    )
    #expect(
      notes == """
        Sources: audiodb
        audiodb: showing cached results from 2 h 5 min ago. Could not reach its host.
        """
    )
  }

  @Test("do not credit a source without results, even from the cache")
  func nothing() {
    let notes = shown(
      report("a", .cached) { ($0.count, $0.attribution, $0.ageMs) = (0, "Data from A", 75_000) },
      report("b", .ok) { $0.count = 0 },
      report("c", .empty),
      report("d", .ok) { ($0.count, $0.attribution) = (2, "Data from D") }
    )
    #expect(notes == "Sources: d\nNo results from: a, b, c")
  }

  @Test("give no reason for stale results of a source that may not be asked")
  func staleOffline() {
    let notes = shown(
      report("audiodb", .stale) {
        $0.ageMs = 7_500_000
        $0.error = .init(code: .notCached, message: "Not cached, and the call is offline")
      }
    )
    #expect(notes == "Sources: audiodb\naudiodb: showing cached results from 2 h 5 min ago.")
  }

  @Test("state the age of stale results and the number of skipped records")
  func staleAndSkipped() {
    let notes = shown(
      report("audiodb", .stale) { $0.ageMs = 7_500_000 },
      report("itunes", .ok) { $0.skipped = 2 }
    )
    #expect(
      notes == """
        Sources: audiodb
        audiodb: showing cached results from 2 h 5 min ago.
        itunes: skipped 2 records that could not be used.
        """
    )
  }

  @Test(
    "hint at the next page",
    arguments: [
      (0, 12, 47, true, 12, "12 of 47; next: --offset 12"),
      (12, 12, 47, true, 24, "13 to 24 of 47; next: --offset 24"),
      (36, 11, 47, true, nil, "37 to 47 of 47"),
      (0, 25, 50, false, 25, "25 of 50 or more; next: --offset 25"),
      (0, 50, 50, false, nil, "50 of 50 or more; for more: --limit 100"),
      (0, 200, 200, false, nil, nil),
      (0, 15, 15, true, nil, nil),
      (60, 0, 47, true, nil, "No more results: there are 47 results, but --offset is 60."),
      (2, 0, 1, true, nil, "No more results: there is 1 result, but --offset is 2."),
      (21, 0, 21, true, nil, "No more results."),
      (21, 0, 40, false, nil, "No results from 22 on yet; repeat the command to go on."),
      (5, 0, nil, true, nil, "No more results."),
      (5, 0, 0, true, nil, "No more results."),
      (5, 2, nil, true, nil, nil),
      (
        300, 0, 200, false, nil,
        "No more results: there are 200 results or more, but --offset is 300."
      ),
      (0, 0, 0, true, nil, nil),
    ] as [(Int, Int, Int?, Bool, Int?, String?)]
  )
  func pages(
    _ offset: Int,
    _ count: Int,
    _ total: Int?,
    _ exact: Bool,
    _ next: Int?,
    _ text: String?
  ) {
    var done = Done()
    (done.total, done.totalIsExact, done.next) = (total, exact, next)
    #expect(PageHint(offset: offset, count: count, done).text == text)
  }

  @Test("do not suggest a larger limit if a source is missing")
  func partialPage() {
    var done = Done()
    (done.total, done.totalIsExact) = (3, false)
    done.sources = [report("audiodb", .failed)]
    #expect(PageHint(offset: 0, count: 3, done).text == nil)
  }

  @Test("are one line of JSON on request")
  func json() throws {
    var done = Done()
    done.sources = [report("audiodb", .ok) { $0.count = 1 }]
    (done.total, done.totalIsExact, done.next) = (47, true, 12)
    #expect(
      try JSONLine.text(ReplySummary(Reply(items: [], done: done)))
        == #"{"next":12,"sources":[{"count":1,"outcome":"ok","provider":"audiodb"}],"total":47,"totalIsExact":true}"#
    )
  }
}

@Suite("The progress of a call")
struct SourceProgressTests {
  private func status(_ id: String, _ methods: [Method]) -> ProviderStatus {
    ProviderStatus(id: Samples.provider(id), state: .ready, methods: methods)
  }

  private var providers: [ProviderStatus] {
    [
      status("itunes-search", [.artistsSearch]), status("itunes-rss", [.chartGet]),
      status("audiodb", [.artistsSearch]),
    ]
  }

  @Test("lists the sources that serve the method")
  func waiting() {
    let sources = SourceProgress(.artistsSearch, providers, wanted: nil)
    #expect(sources.line(elapsedMs: 400) == "waiting for audiodb, itunes-search")
    let one = SourceProgress(.artistsSearch, providers, wanted: [Samples.provider("audiodb")])
    #expect(one.line(elapsedMs: 1200) == "waiting for audiodb (1 s)")
    var absent = providers
    absent[0].state = .unconfigured
    let running = SourceProgress(.searchAll, absent, wanted: nil)
    #expect(running.line(elapsedMs: 400) == "waiting for audiodb")
    let none = SourceProgress(.songGet, providers, wanted: nil)
    #expect(none.line(elapsedMs: 1200) == "waiting (1 s)")
  }

  @Test("says when a source that refused a request is called again")
  func refused() {
    var sources = SourceProgress(.artistsSearch, providers, wanted: nil)
    var report = SourceReport(provider: Samples.provider("audiodb"), outcome: .rateLimited)
    report.elapsedMs = 500
    report.error = .init(code: .upstreamRateLimited, message: "Slow down.", retryAfterMs: 2_000)
    var part = Part()
    part.sources = [report]
    sources.take(part)
    #expect(
      sources.line(elapsedMs: 1_000)
        == "waiting for audiodb (rate limited; tries again in 2 seconds), itunes-search (1 s)"
    )
    #expect(sources.line(elapsedMs: 2_600) == "waiting for audiodb, itunes-search (2 s)")
  }

  @Test("counts the results, and names no source that may have replied")
  func heard() {
    var sources = SourceProgress(.artistsSearch, providers, wanted: nil)
    sources.take(Part(upsert: [.artist(Samples.namelessRiver)], gone: []))
    #expect(sources.line(elapsedMs: 400) == "1 result so far")
    sources.take(Part(upsert: [.artist(Samples.pinkFloyd)], gone: []))
    #expect(sources.line(elapsedMs: 2000) == "2 results so far (2 s)")
    var report = SourceReport(provider: Samples.provider("audiodb"), outcome: .rateLimited)
    report.error = .init(code: .upstreamRateLimited, message: "Slow.", retryAfterMs: 4_000)
    var part = Part()
    part.sources = [report]
    sources.take(part)
    #expect(
      sources.line(elapsedMs: 2_000)
        == "2 results so far; waiting for audiodb (rate limited; tries again in 2 seconds) (2 s)"
    )
  }
}
