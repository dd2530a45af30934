// SPDX-License-Identifier: MPL-2.0

#if Studio

// The options of several actions, as in the option groups of the command line.

extension RequestReader {
  /// Reads what determines the duration of `scale`; returns the path of the file to match, if there is one.
  mutating func scaledAmount(besideMap hasMap: Bool) throws(RequestError) -> String? {
    let given = try amount()
    let match = try text("match")
    let hits = try option("hits", list: "--hit")
    let count = given + (match == nil ? 0 : 1) + (hits > 0 ? 1 : 0)
    guard count == 1 || (count == 0 && hasMap), hits == 0 || !hasMap else {
      throw .badRequest(
        "give exactly one of factor, speed, duration, match, every and hits; with a map, none or one that is not hits"
      )
    }
    try speedLimits()
    return match
  }

  /// Reads one of the amounts, or none.
  mutating func optionalAmount() throws(RequestError) {
    guard try amount() <= 1 else {
      throw .badRequest("give at most one of factor, speed, duration and every")
    }
  }

  /// Returns the number of amounts.
  private mutating func amount() throws(RequestError) -> Int {
    let before = options.count
    try option("factor", text: "--factor")
    try option("speed", text: "--speed")
    try option("duration", text: "--duration")
    try option("every", text: "--every")
    return options.count - before
  }

  mutating func speedLimits() throws(RequestError) {
    try option("slowest", text: "--slowest")
    try option("fastest", text: "--fastest")
  }

  mutating func silence() throws(RequestError) {
    try option("quietSpeed", text: "--quiet-speed")
    try option("loudSpeed", text: "--loud-speed")
    try option("threshold", text: "--threshold")
    try option("margin", text: "--margin")
    try option("shortest", text: "--shortest")
    try option("longestPause", text: "--longest-pause")
    try option("shortestLoud", text: "--shortest-loud")
    try option("keep", list: "--keep")
    try option("drop", list: "--drop")
    try option("duration", text: "--duration")
    try option("speechSpeed", text: "--speech-speed")
    try option("restSpeed", text: "--rest-speed")
  }

  mutating func frames() throws(RequestError) {
    try option("fps", text: "--fps")
    try option("frames", text: "--frames")
    try option("flowQuality", text: "--flow-quality")
    try option("sdr", flag: "--sdr")
    try option("smart", flag: "--smart")
    try sound()
    try option("audioMethod", text: "--audio-method")
  }

  mutating func pitch() throws(RequestError) {
    try option("pitch", text: "--pitch")
    try option("formants", text: "--formants")
  }

  mutating func sound() throws(RequestError) {
    try option("mono", flag: "--mono")
    if let channel = try whole("channel") { options.append("--channel=\(channel)") }
  }

  mutating func part() throws(RequestError) {
    try option("start", text: "--start")
    try option("end", text: "--end")
  }

  mutating func tracksAndQuality() throws(RequestError) {
    try option("noVideo", flag: "--no-video")
    try option("noAudio", flag: "--no-audio")
    try option("quality", text: "--quality")
  }

  /// Reads the quality of encoded video, or the size of the file.
  mutating func tracksAndSize() throws(RequestError) {
    try tracksAndQuality()
    try option("fitSize", text: "--fit-size")
  }
}
#endif
