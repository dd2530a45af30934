// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import Resampling
internal import RetimeBuffers
internal import RetimeCore

extension Planner {
  func audioTrack(
    _ candidate: SourceTrack,
    _ times: Times,
    _ notes: inout PlanNotes
  ) throws(RetimeError) -> Plan.Track {
    let (count, info) = (candidate.count, candidate.info)
    guard let sound = AudioCaps(candidate.raw) else {
      throw RetimeError(.badInput, "track \(info.index) of '\(source.name)' has no audio format")
    }
    guard request.pitch != .follow || !request.keepsFormants else {
      throw RetimeError(
        .usage,
        "--formants keep needs --pitch with a shift: the pitch follows the speed: give --pitch too"
      )
    }
    var isShifted = false
    if case .shift(let semitones) = request.pitch {
      guard Pitch.semitones.contains(semitones) else {
        throw RetimeError(.usage, "\(PitchError.outOfRange(request.pitch.description))")
      }
      isShifted = true
    }
    if let channel = request.channel, channel >= sound.channels {
      throw RetimeError(
        .usage,
        "audio track \(info.index) of '\(source.name)' has \(sound.channels.counting("channel")): --channel takes 0 to "
          + "\(sound.channels - 1)"
      )
    }
    if !count.otherForms.isEmpty {
      notes.change(
        "it changes to \(count.otherForms.map(\.description).joined(separator: ", ")), which is converted to "
          + AudioForm(sound).description,
        of: info
      )
    }
    let isSingle = request.isMono || request.channel != nil
    let channels = isSingle ? 1 : sound.channels
    let wantedRate = request.sampleRate ?? sound.rate
    let sampleFormat =
      source.bitDepth == 24 && sound.format == "S32LE"
      ? SampleFormat.s24In32 : SampleFormat(holding: sound.format)
    let kept = AudioRequirements(
      rate: wantedRate,
      channels: channels,
      mask: isSingle ? 0 : sound.channelMask,
      format: sampleFormat,
      isLossless: candidate.encoded.isLosslessSound
    )
    let (choice, places) = try format.audioEncoder(for: candidate.encoded, sound: kept)
    let requantization = try requantization(sampleFormat, choice)
    if request.dither != .none, requantization?.format.isFloat ?? false {
      notes.change("--dither has no effect on \(choice.codec), which takes floats", of: info)
    }
    let workingFormat = requantization == nil ? sampleFormat : .f64
    if choice.ignoresQuality { notes.change(request.quality.isVain(for: choice.codec), of: info) }
    let outputRate = choice.sampleRate(for: wantedRate)
    let outputChannels = choice.channels(for: channels)
    if outputRate != wantedRate {
      notes.change(
        "\(wantedRate) Hz becomes \(outputRate) Hz, which \(choice.codec) takes",
        of: info
      )
    }
    if outputChannels != channels {
      notes.change(
        "\(channels.counting("channel")) become \(outputChannels), which \(choice.codec) takes"
          + (outputChannels < channels ? ": they are mixed" : ""),
        of: info
      )
    }
    if kept.isLossless, !kept.isKept(by: choice) {
      notes.change("it is lossless, and \(choice.codec) is not, or not for such samples", of: info)
    }
    if let text = places.lost(
      mask: kept.mask,
      channels: channels,
      codec: choice.codec,
      container: format.container.name
    ) {
      notes.lose(text, of: info)
    }
    // A single channel has a position, too, which is "mono" by default.
    let lone = sound.channels == 1 && outputChannels == 1 ? source.loneChannel : nil
    let namesLone = choice.encoder.places?.namesAll ?? false
    if let lone, !namesLone {
      notes.lose(
        "its channel position, \(ChannelLayout.place(ofWave: lone)), which \(choice.codec) in "
          + "\(format.container.name) cannot state",
        of: info
      )
    }
    let played = played(candidate, times)
    let range = candidate.range(origin: times.origin)
    let heard =
      times.planned == nil
      ? nil
      : MapAudio(
        times.map,
        source: range,
        frameCount: count.frames,
        output: played.output,
        rate: sound.rate,
        fade: request.jointFade
      )
    let mapped = heard?.mapped(request.audioMethod)
    let scaled = mapped?.frames.count ?? times.map.outputFrameCount(ofSource: count.frames)
    let frames = try resampledCount(scaled, from: sound.rate, to: outputRate)
    let length = RationalTime(Int64(frames), Int64(outputRate))
    let begin = mapped.flatMap { heard?.time(ofFrame: $0.frames.lowerBound) } ?? played.output.start
    var track = track(
      of: candidate,
      times,
      codec: choice.codec,
      .audio(
        Plan.Audio(
          format: workingFormat,
          requantization: requantization,
          sampleRate: sound.rate,
          channels: sound.channels,
          channelMask: lone.map(ChannelLayout.mask(ofWave:)) ?? sound.channelMask,
          outputSampleRate: outputRate,
          outputChannels: outputChannels,
          outputChannelMask: places.inputMask,
          channelOrder: places.order,
          writtenLayout: format.container.sampleFile == nil
            ? places.written ?? (namesLone ? lone : nil) : nil,
          method: request.audioMethod,
          pitch: request.pitch == .follow ? nil : request.pitch,
          keepsFormants: isShifted && request.keepsFormants ? true : nil,
          sustainsHolds: request.pitch != .follow && request.sustainsHolds ? true : nil,
          isMono: request.isMono && sound.channels > 1,
          channel: sound.channels > 1 ? request.channel : nil,
          encoderDelay: format.container.hasClock ? choice.encoder.delayFrames : 0,
          packetFrames: choice.encoder.packetFrames,
          needsTail: !choice.encoder.flushes,
          isClipped: isClipped(workingFormat, requantization, choice, outputRate != sound.rate)
            ? true : nil,
          leadFrames: leadFrames(begin, outputRate)
        )
      )
    )
    if format.container.name == "mp3" {
      track.gapless = Plan.Gapless(
        encoderDelay: choice.encoder.delayFrames - MP3Info.decoderDelay,
        frames: frames,
        encoder: "LAME3.100"
      )
    }
    track.capsFields = source.capsFields(of: info.streamID, encoded: candidate.encoded)
    (track.encoder, track.parser, track.preset) = (choice.description, choice.parser, choice.preset)
    (track.start, track.end) = (range.start.streamTime, range.end.streamTime)
    (track.duration, track.frames) = ((begin + length).seconds, frames)
    return track
  }

  /// Returns whether samples may exceed full scale where the result cannot hold that.
  ///
  /// This concerns floats that become integers, and integers that are not interpolated linearly only.
  private func isClipped(
    _ format: SampleFormat,
    _ requantization: Plan.Audio.Requantization?,
    _ choice: EncoderChoice,
    _ isResampled: Bool
  ) -> Bool {
    if let requantization { return !requantization.format.isFloat }
    guard format == .f32 || format == .f64 else {
      return isResampled || request.pitch != .follow || request.audioMethod == .sinc
    }
    let floats = try? Caps("audio/x-raw, format=(string){ F32LE, F32BE, F64LE, F64BE }")
    return floats.map { !choice.input.canIntersect($0) } ?? false
  }

  private func leadFrames(_ begin: RationalTime, _ rate: Int) -> Int? {
    guard format.container.isEven else { return nil }
    let frames = Int(begin.ticks(timescale: Int64(rate)))
    return frames > 0 ? frames : nil
  }

  private func resampledCount(_ count: Int, from rate: Int, to output: Int) throws(RetimeError)
    -> Int
  {
    guard rate != output else { return count }
    do {
      return try ResampledLength(sourceRate: rate, destinationRate: output).frames(ofSource: count)
    } catch {
      throw RetimeError(.usage, "\(rate) Hz cannot become \(output) Hz: \(error)")
    }
  }
}
