// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeCore
internal import RetimeMedia

/// Converts a browser's microphone input to the columns of a spectrogram, with the transform used for files.
///
/// The first message is text: {"sampleRate":48000,"size":1024,"hop":512}. Blocks of 32-bit
/// little-endian floats of one channel follow. Each block is answered with the levels of the
/// completed columns as bytes, if there are any.
struct SpectrumSession: Sendable {
  /// A message received through a WebSocket.
  enum Message: Sendable {
    case text(String)
    case bytes([UInt8])
  }

  /// The maximum size of a block in bytes: more than one second at 48 kHz.
  static let maximumBlock = 1 << 18
  /// The maximum overlap, size ÷ hop, which limits an answer to 16 bytes for each sample.
  static let maximumOverlap = 16
  /// The number of samples processed at one time; a cancelled session stops after them.
  private static let piece = 1 << 12

  private var levels: AudioLevels?

  /// Returns the columns that this message completes, often none.
  mutating func answer(to message: Message) async throws(RequestError) -> [UInt8] {
    switch (message, levels) {
    case (.text(let text), nil):
      levels = try Self.begin(text)
      return []
    case (.bytes(let bytes), let current?):
      var columns: [UInt8] = []
      (levels, columns) = try await Self.hear(bytes, current)
      return columns
    case (.text, _): throw .badRequest("after the first message come blocks of sound")
    case (.bytes, nil): throw .badRequest("the first message says what sound will come")
    }
  }

  /// Parses the first message.
  private static func begin(_ text: String) throws(RequestError) -> AudioLevels {
    guard text.utf8.count < 1000, case .object(let values)? = JSON(parsing: Array(text.utf8)),
      Set(values.keys) == ["sampleRate", "size", "hop"],
      let rate = values["sampleRate"]?.double, let size = values["size"]?.int,
      let hop = values["hop"]?.int
    else {
      throw .badRequest(
        "the first message must be {\"sampleRate\":48000,\"size\":1024,\"hop\":512}"
      )
    }
    guard (1000...768_000).contains(rate) else {
      throw .badRequest("sampleRate is \(rate): give 1000 to 768000")
    }
    let shape: SpectrumShape
    do {
      shape = try SpectrumShape(size: size, hop: hop)
    } catch {
      throw .badRequest("\(error)")
    }
    let least = (size + maximumOverlap - 1) / maximumOverlap
    guard hop >= least else {
      throw .badRequest("the hop is \(hop): give \(least) or more, a 16th of the size")
    }
    return AudioLevels(shape: shape)
  }

  private static func hear(
    _ bytes: [UInt8],
    _ levels: AudioLevels
  ) async throws(RequestError) -> (AudioLevels, [UInt8]) {
    guard bytes.count <= maximumBlock, bytes.count.isMultiple(of: 4) else {
      throw .badRequest(
        "a block has \(bytes.count) bytes: give a multiple of 4, at most \(maximumBlock)"
      )
    }
    var (levels, columns) = (levels, [UInt8]())
    for start in stride(from: 0, to: bytes.count, by: 4 * piece) where !Task.isCancelled {
      let part = bytes[start..<min(start + 4 * piece, bytes.count)]
      let (next, more) = await Blocking.run { [levels] in
        var levels = levels
        let columns = levels.columns(adding: samples(in: part))
        return (levels, columns)
      }
      levels = next
      columns += more
    }
    return (levels, columns)
  }

  /// Decodes little-endian 32-bit floats.
  private static func samples(in bytes: ArraySlice<UInt8>) -> [Float] {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: 4).map { index in
      var pattern: UInt32 = 0
      for byte in 0..<4 { pattern |= UInt32(bytes[index + byte]) << (8 * UInt32(byte)) }
      return Float(bitPattern: pattern)
    }
  }
}
#endif
