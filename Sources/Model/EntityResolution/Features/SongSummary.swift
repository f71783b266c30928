/// The features of a song that exclude most pairs: artist, length, position and year. It is small,
/// because it is read for every two songs with a common key.
struct SongSummary {
  var artist = ArtistCredit()
  @Packed<Int16> var track = 0
  @Packed<Int32> var durationMs = 0
  var artistID: CreditedArtistID?
  @Packed<Int16> var year = 0
}
