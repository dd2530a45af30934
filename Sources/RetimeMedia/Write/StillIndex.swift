// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// The index of the still images that a job writes: the name and the exact time of each, as JSON.
///
/// It appears with the images, after them.
final class StillIndex: Sendable {
  private let file: OutputFile
  private let output: StillOutput
  private let state = Mutex(State())

  private struct State: Sendable {
    var rate: FrameRate?
    var count = 0, text = "", offset = 0
    var failure: SystemError?
  }

  /// The bytes that are kept before they are written.
  private static let blockSize = 1 << 16

  /// Creates the temporary file of the index that a request wants; nil for none.
  init?(of output: StillOutput, for request: JobRequest) throws(RetimeError) {
    guard let path = request.index else { return nil }
    file = try OutputFile(path, replaces: request.overwrites, input: request.input)
    self.output = output
  }

  /// Starts an empty index of the images of a plan.
  func begin(_ plan: Plan) {
    let video = plan.tracks.first?.video
    state.withLock { state in
      state = State(rate: video?.timing == .constant ? video?.frameRate : nil)
      do throws(SystemError) {
        try FileSystem.truncate(file.temporaryPath, to: 0)
      } catch {
        state.failure = error
      }
    }
  }

  /// Adds the next image, which is shown from `time` in nanoseconds.
  @Sendable func note(_ time: Int64) {
    state.withLock { state in
      var exact = RationalTime(nanoseconds: time)
      if let rate = state.rate {
        let tick = (exact.rational / rate.time(ofTick: 1).rational).rounded()
        exact = rate.time(ofTick: Int(clamping: tick))
      }
      state.text += state.count == 0 ? "[\n  " : ",\n  "
      state.count += 1
      state.text += TimeList.json(output.name(state.count), exact)
      if state.text.utf8.count > Self.blockSize { write(&state) }
    }
  }

  private func write(_ state: inout State) {
    let bytes = Array(state.text.utf8)
    do throws(SystemError) {
      try FileSystem.overwrite(file.temporaryPath, at: state.offset, with: bytes)
    } catch {
      state.failure = state.failure ?? error
    }
    state.offset += bytes.count
    state.text = ""
  }

  /// Completes the index under its temporary name.
  func finish() throws(RetimeError) {
    let failure = state.withLock { state in
      state.text += state.count == 0 ? "[]\n" : "\n]\n"
      write(&state)
      return state.failure
    }
    if let failure {
      throw RetimeError(.inputOutput, "'\(file.name)' cannot be written: \(failure)")
    }
  }

  /// Gives the index its name.
  func commit() throws(RetimeError) { try file.commit() }

  /// Removes it.
  func discard() { file.discard() }
}
