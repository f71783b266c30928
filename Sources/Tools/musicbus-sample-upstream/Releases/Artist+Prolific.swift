extension Artist {
  /// An artist with 918 albums, more than any service returns in one response.
  ///
  /// Only the services with pages have the artist.
  static let prolific = Artist(
    "The Endless Orchestra",
    genre: .classical,
    formed: 1950,
    country: "Vienna, Austria",
    albums: AlbumTable(stringLiteral: prolificAlbums)
  )

  /// Two words for each title, so that no two titles are similar.
  private static let prolificAlbums: String = {
    let first = """
      Amber Autumn Bitter Broken Copper Crimson Distant Dusty Electric Empty Frozen Gentle Golden \
      Hidden Hollow Iron Ivory Jade Lonely Marble Midnight Narrow Northern Oaken Painted Quiet \
      Restless Scarlet Silent Tangled Velvet Wandering Winter Yellow
      """.split(separator: " ")
    let second = """
      Anchors Bridges Candles Deserts Echoes Feathers Gardens Harbours Islands Journeys Kingdoms \
      Lanterns Mountains Nightingales Orchards Pyramids Quarries Rivers Shadows Thunder Umbrellas \
      Valleys Windmills Xylophones Yesterdays Zeppelins Mirrors
      """.split(separator: " ")
    var lines: [String] = []
    for (number, word) in first.enumerated() {
      for (index, noun) in second.enumerated() {
        let year = 1950 + (number * second.count + index) / 14
        let month = 1 + index % 12
        lines.append("\(word) \(noun) | \(year)-\(month < 10 ? "0" : "")\(month)-15")
        lines.append("  \(noun) in \(word) 3:20")
      }
    }
    return lines.joined(separator: "\n")
  }()
}
