import BusProtocol
import ClientKit
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Concurrent changes of many clients", .timeLimit(.minutes(10)))
  struct FavoritesSharingTests {
    @Test("share a sync: at least ten changes for each")
    func sharing() throws {
      let hub = try CrashHub()
      let process = try hub.start()
      let client = try hub.client()
      #expect(try client.call(.favorites).done.total == 0)
      let endpoint = try HubPaths(environment: hub.environment).clientsEndpoint()
      let peers = try (0..<50).map { _ in try RawPeer(endpoint) }
      let sids = try peers.map { try #require(try $0.hello()?.header.sid) }
      // All of them call while the hub does nothing.
      process.signal(SIGSTOP)
      for (number, (peer, sid)) in zip(peers, sids).enumerated() {
        let header = Header(type: .call, id: "c", sid: sid, method: .favoritesImport)
        var parameters = CallParameters()
        let id = JSONValue.string("shelf:artist:\(number)")
        parameters.rows = [["kind": "artist", "id": id, "name": .string("Number \(number)")]]
        try peer.send(WireMessage(header, parameters))
      }
      process.signal(SIGCONT)
      for peer in peers {
        let reply = try #require(try peer.receive())
        let done: Done = try reply.decodeBody()
        #expect(done.results?.map(\.outcome) == [.added])
      }
      let metrics = try client.call(.metrics)
      func value(_ name: String) throws -> Double {
        try #require(metrics.first { $0.name == name }?.samples.first?.value)
      }
      let changes = try value("musicbus_favorites_changes_total")
      let syncs = try value("musicbus_favorites_syncs_total")
      #expect(changes == 50)
      #expect(changes / syncs >= 10, "\(changes) changes in \(syncs) syncs")
      process.signal(15)
      #expect(process.waitForExit(.after(.seconds(60))) == .exited(0))
    }
  }
}
