import BusProtocol
import FoundationEssentials
import HTTPServer
import HostKit
import Importing
import JSON
import MusicModel

/// Files that are to be imported, which are not methods of the bus: `/api/1/imports`.
extension WebApplication {
  /// What a page sends: a part of a file.
  private struct Request: Decodable {
    /// The name of a new file, or the job of a further part.
    var name: String?
    var job: String?
    /// A part of the file (Base64).
    var data: String?
    var last: Bool?
  }

  func imports(_ exchange: HTTPExchange) throws(Problem) {
    guard exchange.request.method == "POST" else {
      try exchange.request.requireReading()
      return try respond(["jobs": jobs.states], exchange)
    }
    let request: Request
    do {
      request = try JSONCodec.decode(from: exchange.request.body)
    } catch {
      throw Problem(400, .invalidParams, "Invalid body: \(JSONCodec.describe(error)).")
    }
    guard let data = Data(base64Encoded: request.data ?? "") else {
      throw Problem(400, .invalidParams, "\"data\" must be Base64.")
    }
    let job: String
    do {
      job = try request.job ?? jobs.begin(request.name ?? "")
      try jobs.receive(Array(data), of: job, isLast: request.last == true)
    } catch let failure as ImportFailure {
      throw Problem(400, .invalidParams, failure.message)
    } catch {
      throw Problem(500, .internalError, "The file could not be stored: \(error).")
    }
    try respond(["job": job], exchange)
  }

  private func respond(_ value: some Encodable, _ exchange: HTTPExchange) throws(Problem) {
    guard let bytes = try? JSONCodec.encode(value) else {
      throw Problem(500, .internalError, "The state of imports cannot be written as JSON.")
    }
    var response = HTTPResponse(200, type: "application/json", bytes)
    response.add("Cache-Control", "no-store")
    exchange.respond(response.secured)
  }
}
