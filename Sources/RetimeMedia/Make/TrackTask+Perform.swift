// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension TrackTask {
  /// Reads the track, changes its times and writes it, with the worker for its kind.
  func perform() throws(WorkerFailure) {
    switch track.media {
    case .packets(let packets) where packets.kind.isSparse:
      var worker = try SubtitleWorker(self, packets)
      try worker.run()
    case .packets(let packets):
      if let smart = packets.smart, smart.isIntra == true {
        try copyFrames(packets, smart)
      } else if let smart = packets.smart {
        try copyAndEncode(packets, smart)
      } else {
        var worker = try PacketWorker(self, packets)
        try worker.run()
      }
    case .video(let video):
      var worker = try VideoWorker(self, video)
      try worker.run()
    case .audio(let audio): try perform(audio)
    }
  }

  /// Copies packets, and encodes the frames in between on other threads.
  private func copyAndEncode(
    _ packets: Plan.Packets,
    _ smart: Plan.Smart
  ) throws(WorkerFailure) {
    guard smart.joins > 0 else {
      var worker = SmartWorker(self, packets, smart, nil)
      return try worker.run()
    }
    try JoinFrames.with(self, smart) { (frames) throws(WorkerFailure) in
      var worker = SmartWorker(self, packets, smart, frames)
      try worker.run()
    }
  }

  /// Copies the packets of frames that refer to no others, each like a decoded frame.
  private func copyFrames(
    _ packets: Plan.Packets,
    _ smart: Plan.Smart
  ) throws(WorkerFailure) {
    let task = TrackTask(
      input: input.encoding(smart, input.progress),
      output: PacketFrameOutput(output: output, packets: packets, onFailure: input.onFailure),
      preview: nil
    )
    var worker = try VideoWorker(task, smart.video, form: .encoded)
    try worker.run()
  }

  /// Selects the Swift type for the sample format.
  private func perform(_ audio: Plan.Audio) throws(WorkerFailure) {
    switch audio.format {
    case .u8: try scale(audio, UInt8.self)
    case .s16: try scale(audio, Int16.self)
    case .s24: try scale(audio, Int24.self)
    case .s24In32: try scale(audio, Int24In32.self)
    case .s32: try scale(audio, Int32.self)
    case .f32: try scale(audio, Float.self)
    case .f64: try scale(audio, Double.self)
    }
  }

  private func scale<Value: AudioSample>(
    _ audio: Plan.Audio,
    _ type: Value.Type
  ) throws(WorkerFailure) {
    let channels = audio.workingChannels
    // If the number of channels does not change, they get the encoder's mask, so that nothing is mixed.
    let isSame = channels == audio.outputChannels
    let mask = channels == 1 ? nil : isSame ? audio.outputChannelMask : audio.mask
    let caps = try making { () throws(GStreamerError) in
      try Caps(
        AudioCaps.text(
          audio.writtenFormat.rawValue,
          rate: audio.outputSampleRate,
          channels: channels,
          mask: mask
        )
      )
    }
    output.setCaps(caps)
    var worker = try AudioWorker<Value>(self, audio)
    try worker.run()
  }
}
