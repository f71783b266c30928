/// Whether TheAudioDB has ever accepted the API key of this process.
actor KeyAcceptance {
  private(set) var isNoted = false

  func note() { isNoted = true }
}
