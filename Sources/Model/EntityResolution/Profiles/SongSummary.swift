/// What of a song is compared first, and tells most songs apart: who plays it, how long it is, its place
/// on the album and its year. It is small, because it is looked up for every two songs that have a key
/// in common, wherever the other one stands in memory.
struct SongSummary {
  var artist = ArtistCredit()
  @Packed<Int16> var track = 0
  @Packed<Int32> var durationMs = 0
  var artistID: CreditedArtistID?
  @Packed<Int16> var year = 0
}
