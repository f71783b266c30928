/// The names and ids that the iTunes Store uses for compilations instead of an artist.
package enum VariousArtists {
  private static let numbers: Set<Int> = [4_035_426, 36270, 80_204_262, 1_460_483_939]

  /// Whether an artist stands for several.
  package static func includes(number: Int?, name: String?) -> Bool {
    number.map { numbers.contains($0) } ?? false || name == "Various Artists"
  }
}
