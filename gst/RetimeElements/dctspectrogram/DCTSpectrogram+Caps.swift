// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

// Caps negotiation.
extension DCTSpectrogram {
  /// Returns the possible output caps with these settings.
  static func caps(_ settings: Settings) throws(GStreamerError) -> Caps {
    try Caps(info.sourceCaps).setting([
      "width": "(int)\(settings.columns)", "height": "(int)\(settings.size)",
    ])
  }

  /// Accepts audio `caps` and chooses the output caps, at the frame rate nearest to 25 fps.
  func negotiate(_ caps: Caps, _ stream: inout SpectrogramStream) -> Bool {
    let settings = host.settings
    guard let layout = AudioLayout(caps), !layout.isPlanar else {
      _ = host.fail(.format, "dctspectrogram does not take \(caps)")
      return false
    }
    do {
      let shape = try SpectrumShape(size: settings.size, hop: settings.hop > 0 ? settings.hop : nil)
      let possible = try Self.caps(settings)
      guard
        let chosen = host.downstreamCaps(possible).intersection(possible)
          .fixated("framerate", nearest: (25, 1)), let frameRate = chosen.frameRate
      else {
        _ = host.fail(
          .format,
          "dctspectrogram outputs frames of \(settings.columns)x\(settings.size), which downstream "
            + "does not take; put videoscale after it"
        )
        return false
      }
      let table = Self.tables[clamped: settings.colors].table
      let colors = chosen.string("format") == "RGBx" ? table.map(\.swapped) : table
      stream.setFormat(
        SpectrogramStream.Format(
          layout: layout,
          shape: shape,
          ticks: SpectrumTicks(frameRate: frameRate, sampleRate: layout.rate),
          output: chosen,
          analyzer: SpectrumAnalyzer(size: shape.size),
          picture: ScrollingSpectrum(columns: settings.columns, rows: shape.size, colors: colors)
        )
      )
      host.log(.info, "giving \(chosen) for \(caps)")
      return host.sendDownstream(try Event.caps(chosen))
    } catch let error as GStreamerError {
      _ = host.fail(.failed, "dctspectrogram cannot start: \(error.message)")
    } catch {
      _ = host.fail(.unsupported, "dctspectrogram: \(error)")
    }
    return false
  }
}

extension UInt32 {
  /// The colour 0xRRGGBB as 0xBBGGRR.
  fileprivate var swapped: UInt32 { self >> 16 & 0xFF | self & 0xFF00 | (self & 0xFF) << 16 }
}
