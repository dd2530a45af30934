// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox
internal import FoundationEssentials
internal import RetimeCore
internal import RetimeMedia

/// Turns a browser's microphone into the columns of a spectrogram, by the transform that files go through.
///
/// The first message is text: {"sampleRate":48000,"size":1024,"hop":512}. Then come blocks of 32-bit floats,
/// little-endian, of one channel; each is answered, once columns are complete, with their levels as bytes.
struct SpectrumSocket: WSMessageHandler {
  /// The largest block, in bytes: more than five seconds at 48 kHz.
  static let maximumBlock = 1 << 20
  /// Answers that wait for a browser that reads slowly; older ones are dropped, as live sound is.
  private static let patience = 64

  func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
    let (answers, answer) = AsyncStream.makeStream(
      of: WSMessage.self,
      bufferingPolicy: .bufferingNewest(Self.patience)
    )
    let task = Task {
      var levels: SoundLevels?
      for await message in client {
        do throws(Refusal) {
          switch (message, levels) {
          case (.text(let text), nil): levels = try Self.begin(text)
          case (.data(let data), let current?):
            let (next, columns) = try await Self.hear(data, current)
            levels = next
            if !columns.isEmpty { answer.yield(.data(Data(columns))) }
          case (.close, _): return answer.finish()
          case (.text, _): throw .badRequest("after the first message come blocks of sound")
          case (.data, nil): throw .badRequest("the first message says what sound will come")
          }
        } catch {
          answer.yield(.close(WSCloseCode(1008, reason: error.message)))
          return answer.finish()
        }
      }
      answer.finish()
    }
    answer.onTermination = { _ in task.cancel() }
    return answers
  }

  /// Reads the first message.
  static func begin(_ text: String) throws(Refusal) -> SoundLevels {
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
    do {
      return try SoundLevels(shape: try SpectrumShape(size: size, hop: hop))
    } catch {
      throw .badRequest("\(error)")
    }
  }

  private static func hear(
    _ data: Data,
    _ levels: SoundLevels
  ) async throws(Refusal) -> (SoundLevels, [UInt8]) {
    guard data.count <= maximumBlock, data.count.isMultiple(of: 4) else {
      throw .badRequest(
        "a block has \(data.count) bytes: give a multiple of 4, at most \(maximumBlock)"
      )
    }
    return await Blocking.run {
      var levels = levels
      let columns = levels.columns(adding: samples(in: data))
      return (levels, columns)
    }
  }

  /// Bytes as 32-bit floats, the least significant byte first.
  static func samples(in data: Data) -> [Float] {
    let bytes = Array(data)
    return stride(from: 0, to: bytes.count - 3, by: 4).map { index in
      var pattern: UInt32 = 0
      for place in 0..<4 { pattern |= UInt32(bytes[index + place]) << (8 * UInt32(place)) }
      return Float(bitPattern: pattern)
    }
  }
}
#endif
