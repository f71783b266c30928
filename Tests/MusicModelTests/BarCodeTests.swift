import MusicModel
import Testing

@Suite("A bar code")
struct BarCodeTests {
  @Test(
    "is one only with its check digit",
    arguments: [("60001963825", 8), ("03600029145", 2), ("400638133393", 1), ("590123412345", 7)]
  )
  func checkDigit(_ digits: String, _ wanted: Int) {
    #expect((0...9).filter { BarCode.id("\(digits)\($0)") != nil } == [wanted], "\(digits)")
  }
}
