// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeCore

extension Planner {
  /// Returns the chunks of the source for a WAVE file with the job's times; notes the dropped ones.
  func waveChunks(
    _ tracks: [Plan.Track],
    _ times: Times,
    _ timed: TimedTags,
    _ notes: inout PlanNotes
  ) -> [Plan.Chunk] {
    var (kept, lost): ([Plan.Chunk], [String]) = ([], [])
    let audio = format.container.name == "wav" ? tracks.first?.audio : nil
    let conversion = audio.map { audio in
      WaveTimes(
        place: times.chapters.place,
        rate: audio.sampleRate,
        outputRate: audio.outputSampleRate,
        speed: timed.speed,
        semitones: timed.semitones,
        firstFrame: times.isBackward
          ? nil
          : Int(RationalTime(times.origin).ticks(timescale: Int64(audio.sampleRate))),
        keepsTimes: isPlain
      )
    }
    for chunk in source.waveChunks {
      if let bytes = conversion?.converted(chunk) {
        kept.append(
          Plan.Chunk(name: String(decoding: chunk.kind.bytes, as: UTF8.self), bytes: bytes)
        )
      } else {
        lost.append(chunk.text)
      }
    }
    if !lost.isEmpty { notes.lose("chunks of the WAVE file: \(lost.joined(separator: ", "))") }
    return kept
  }
}
