import ClientKit
import Foundation
import HostKit
import TestKit
import Testing

@testable import musicbus_web

@Suite("The files that a page sends to be imported")
struct ImportJobsTests {
  @Test("are removed by the next process if theirs was killed")
  func leftovers() throws {
    let home = try TestDirectory()
    let uploads = "\(home.path)/cache/uploads"
    let files = FileManager.default
    try files.createDirectory(atPath: "\(uploads)/musicbus-x", withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: URL(filePath: "\(uploads)/musicbus-x/list.csv"))
    let defaults = ClientDefaults(try ConfigurationFile(at: "\(home.path)/config.json"))
    func begun() -> ImportJobs {
      ImportJobs([:], defaults, in: uploads) { () throws(ClientError) in throw .noHub(runtime: "") }
    }
    let jobs = begun()
    #expect(!files.fileExists(atPath: uploads))
    let id = try jobs.begin("my list.csv")
    try jobs.receive(Array("a,b".utf8), of: id, isLast: false)
    let path = "\(uploads)/musicbus-\(id)/file"
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a,b")
    let status = try files.attributesOfItem(atPath: uploads)
    #expect(status[.posixPermissions] as? Int == 0o700)
    // A process that was killed removes nothing itself.
    withExtendedLifetime(jobs) {
      _ = begun()
      #expect(!files.fileExists(atPath: path))
    }
  }
}
