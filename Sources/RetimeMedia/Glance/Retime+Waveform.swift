// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
public import RetimeCore
internal import RetimeSystem

/// How loud a sound is when.
public struct Waveform: Sendable, Equatable {
  /// The duration in seconds, as it was decoded.
  public var duration: Double
  /// The least and the greatest sample of stretches of the same length, of all channels together, -1 to 1.
  public var peaks: [WaveformPeaks.Peak]
}

extension Waveform: Encodable {
  private enum Key: String, CodingKey { case duration, peaks }

  /// Encodes peaks as pairs of numbers with four decimals: more than a screen can show.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(duration, forKey: .duration)
    // Adding 0 makes 0 of -0.
    let number = { (sample: Float) in (Double(max(-1, min(1, sample))) * 1e4).rounded() / 1e4 + 0 }
    try values.encode(
      peaks.map { [number($0.least), number($0.greatest)] },
      forKey: .peaks
    )
  }
}

extension Retime {
  /// The stretches that a waveform has at most.
  public static let waveformPeaks = 800

  /// Writes how loud a file's first sound track is when.
  ///
  /// Blocks; all of the track is decoded, once, and memory does not grow with its length. The result stands
  /// whole at `output` when this returns, or nothing has changed. `text` turns it into what is written.
  @discardableResult
  public static func waveform(
    of input: String,
    to output: String,
    overwrites: Bool = false,
    stallTimeout: Duration = .seconds(30),
    cancellation: Cancellation = Cancellation(),
    onTemporaryFile: @escaping @Sendable (String) -> Void = { _ in },
    text: @escaping @Sendable (Waveform) -> String
  ) throws(RetimeError) -> Waveform {
    try WatchedJob.run(input, stallTimeout: stallTimeout, cancellation) { job throws(RetimeError) in
      try job.make(
        output,
        replaces: overwrites,
        input: input,
        onTemporaryFile: onTemporaryFile
      ) { file throws(RetimeError) in
        var request = SpectrogramRequest(input: input, output: output)
        request.stallTimeout = max(1, Int(stallTimeout.components.seconds))
        let source = try SpectrogramSource(request, job)
        let waveform = try WaveformRun(source, request, job.cancellation).run()
        try file.fill(with: Array(text(waveform).utf8))
        return waveform
      }
    }
  }
}
