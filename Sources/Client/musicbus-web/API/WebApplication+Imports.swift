import BusProtocol
import FoundationEssentials
import HTTPServer
import HostKit
import Importing
import JSON
import MusicModel

/// Imports of files, which are not methods of the bus: `/api/1/imports`.
extension WebApplication {
  /// What a page sends: a part of a file, or an answer about a doubtful row.
  private struct Request: Decodable {
    /// The name of a new file, or the job of a further part.
    var name: String?
    var job: String?
    /// A part of the file (Base64).
    var data: String?
    var last: Bool?
    /// The import and the number of a doubtful row, and the entity that it means; none without one.
    var id: String?
    var row: Int?
    var choice: EntityID?
  }

  func imports(_ exchange: HTTPExchange) throws(Problem) {
    guard exchange.request.method == "POST" else { return try listImports(exchange) }
    let request: Request
    do {
      request = try JSONCodec.decode(from: exchange.request.body)
    } catch {
      throw Problem(400, .invalidParams, "Invalid body: \(JSONCodec.describe(error)).")
    }
    if let id = request.id, let row = request.row {
      return try answer(id, row, request.choice, exchange)
    }
    do {
      let job = try request.job ?? jobs.begin(request.name ?? "")
      guard let data = Data(base64Encoded: request.data ?? "") else {
        throw Problem(400, .invalidParams, "\"data\" must be Base64.")
      }
      try jobs.receive(Array(data), of: job, isLast: request.last == true)
      respond(["job": .string(job)], exchange)
    } catch let problem as Problem {
      throw problem
    } catch let failure as ImportJobs.Failure {
      throw Problem(400, .invalidParams, failure.message)
    } catch {
      throw Problem(500, .internalError, "The file could not be stored: \(error).")
    }
  }

  /// The jobs, and the doubtful rows of all imports; with `doubts=false` only the jobs.
  private func listImports(_ exchange: HTTPExchange) throws(Problem) {
    try exchange.request.requireReading()
    let jobs = json(jobs.states)
    guard exchange.request.target["doubts"] != "false" else {
      return respond(["jobs": jobs], exchange)
    }
    // Large imports take long to read.
    Task.detached { [self] in
      respond(["jobs": jobs, "doubts": .array(doubts)], exchange)
    }
  }

  private var doubts: [JSONValue] {
    var doubts: [JSONValue] = []
    for stored in (try? store.doubtful()) ?? [] {
      for row in stored.doubtfulRows {
        guard case .doubtful(let choices) = stored[row] else { continue }
        doubts.append([
          "id": .string(stored.header.id), "file": .string(stored.header.file),
          "row": .integer(row.number), "text": .string(row.text),
          "entity": json(row.entity), "choices": json(choices),
        ])
      }
    }
    return doubts
  }

  /// Makes the entity a favourite, and then remembers the answer.
  private func answer(
    _ id: String,
    _ number: Int,
    _ choice: EntityID?,
    _ exchange: HTTPExchange
  ) throws(Problem) {
    guard let stored = try? store.load(id),
      let row = stored.doubtfulRows.first(where: { $0.number == number }),
      case .doubtful(let choices) = stored[row]
    else { throw Problem(404, .notFound, "There is no such doubtful row.") }
    let entity = choice.flatMap { id in choices.first { $0.entity.id == id }?.entity }
    guard choice == nil || entity != nil else {
      throw Problem(400, .invalidParams, "That is no choice of the row.")
    }
    @Sendable func remembered(_ reply: [UInt8]) -> HTTPResponse {
      var stored = stored
      do {
        try store.append([(number, entity.map { .found($0) } ?? .notFound)], to: &stored)
      } catch {
        let text = "The answer could not be stored: \(JSONCodec.describe(error))."
        return Problem(500, .internalError, text).response
      }
      return HTTPResponse(200, type: "application/json", reply)
    }
    guard let favorite = entity.flatMap({ row.favorite($0) }) else {
      return exchange.respond(remembered(Array("{}".utf8)).secured)
    }
    var parameters = CallParameters()
    (parameters.rows, parameters.batch) = ([favorite], id)
    call(.init(parameters: parameters, timeoutMs: 10_000), .favoritesImport, exchange) { message in
      remembered(message.body ?? Array("{}".utf8))
    }
  }

  private func json(_ value: (some Encodable)?) -> JSONValue {
    guard let value, let bytes = try? JSONCodec.encode(value) else { return .null }
    return (try? JSONCodec.decode(JSONValue.self, from: bytes)) ?? .null
  }

  private func respond(_ value: [String: JSONValue], _ exchange: HTTPExchange) {
    let bytes = EncodedJSON(.object(value)).bytes
    var response = HTTPResponse(200, type: "application/json", bytes)
    response.add("Cache-Control", "no-store")
    exchange.respond(response.secured)
  }
}
