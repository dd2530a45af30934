// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Container {
  /// Returns whether the container takes what an encoder makes.
  func takes(_ choice: EncoderChoice) -> Bool {
    if let codec = Codec.named(choice.codec) { return accepts(codec) }
    return muxer != nil
      && ElementFactory(named: choice.factory).map { accepts($0.sourceCaps) } ?? false
  }

  /// Returns the encoder of the highest rank for a container of the registry; nil if none is installed.
  ///
  /// `kinds`: the words of which an encoder's class has one: "Video", "Image" or "Audio".
  func otherEncoder(_ kinds: Set<Substring>) -> EncoderChoice? {
    let muxer = isMeasured ? nil : installedMuxer
    let encoders = muxer.map { ElementFactory.encoders(giving: $0.sinkCaps) } ?? []
    return encoders.lazy
      .filter { factory in
        !kinds.isDisjoint(with: factory.classification.split(separator: "/"))
          && !Codec.all.contains {
            $0.encoders.contains { $0.factory == factory.name && $0.losesTimes }
          }
      }
      .compactMap { factory in
        // Libav's encoders aim at 200 to 300 kbit/s by default, whatever the size of frames.
        let qualities = factory.isOfLibavVideo ? [" pass=quant quantizer=2", ""] : [""]
        return qualities.lazy.compactMap { try? EncoderChoice(describedBy: factory.name + $0) }
          .first
      }
      .first
  }
}

extension ElementFactory {
  /// Whether it is a video encoder of gst-libav.
  fileprivate var isOfLibavVideo: Bool {
    name.hasPrefix("avenc_") && classification.split(separator: "/").contains("Video")
  }
}
