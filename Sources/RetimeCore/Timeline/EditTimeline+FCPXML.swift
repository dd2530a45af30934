// SPDX-License-Identifier: MPL-2.0

extension EditTimeline {
  /// The timeline as FCPXML 1.10, with the speeds in time maps.
  var fcpxml: String {
    let name = media.name.xml
    let size = media.size.map { #" width="\#($0.width)" height="\#($0.height)""# } ?? ""
    let video = media.size == nil ? "" : #" hasVideo="1" videoSources="1""#
    let audio =
      media.audio.map {
        #" hasAudio="1" audioSources="1" audioChannels="\#($0.channels)" audioRate="\#($0.sampleRate)""#
      } ?? ""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE fcpxml>
      <fcpxml version="1.10">
        <resources>
          <format id="r1" frameDuration="\(time(1))"\(size)/>
          <asset id="r2" name="\(name)" start="0s" duration="\(time(media.frames))" format="r1"\(video)\(audio)>
            <media-rep kind="original-media" src="\(media.uri.xml)"/>
          </asset>
        </resources>
        <library>
          <event name="Retime">
            <project name="\(name)">
              <sequence format="r1" duration="\(time(frames))" tcStart="0s" tcFormat="NDF">
                <spine>
      \(clips.map(fcpxml).joined(separator: "\n"))
                </spine>
              </sequence>
            </project>
          </event>
        </library>
      </fcpxml>

      """
  }

  private func fcpxml(_ clip: Clip) -> String {
    let start = clip.speed == Rational(1) ? time(clip.source.lowerBound) : "0s"
    let attributes =
      #"ref="r2" name="\#(media.name.xml)" offset="\#(time(clip.record.lowerBound))" start="\#(start)" "#
      + #"duration="\#(time(clip.record.count))" format="r1" tcFormat="NDF""#
    guard clip.speed != Rational(1) else { return "            <asset-clip \(attributes)/>" }
    // The exact part of the media, whose end may be between two frames.
    let length = Rational(Int64(clip.record.count)) * clip.speed
    let first = Rational(
      Int64(clip.speed < Rational(0) ? clip.source.upperBound : clip.source.lowerBound)
    )
    return """
                  <asset-clip \(attributes)>
                    <timeMap>
                      <timept time="0s" value="\(time(first))" interp="linear"/>
                      <timept time="\(time(clip.record.count))" value="\(time(max(Rational(0), first + length)))" interp="linear"/>
                    </timeMap>
                  </asset-clip>
      """
  }

  private func time(_ frames: Int) -> String {
    // Not reduced: importers expect the denominator of the frame's duration.
    guard frames != 0 else { return "0s" }
    let rate = frameRate.rational
    return "\(Int128(frames) * rate.denominator)/\(rate.numerator)s"
  }

  private func time(_ frames: Rational) -> String {
    frames.denominator == 1
      ? time(Int(clamping: frames.numerator)) : "\(frames / frameRate.rational)s"
  }
}
