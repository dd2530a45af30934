// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

extension `A timeline for editors` {
  @Test func `An edit decision list has time codes and M2 lines`() throws {
    #expect(
      try Self.timeline(Self.parts).edl() == """
        TITLE: talk.mov
        FCM: NON-DROP FRAME

        001  AX       B     C        00:00:00:00 00:00:02:00 00:00:00:00 00:00:02:00
        * FROM CLIP NAME:  talk.mov

        002  AX       B     C        00:00:04:00 00:00:06:10 00:00:02:00 00:00:03:05
        M2   AX       050.0                00:00:04:00
        * FROM CLIP NAME:  talk.mov

        003  AX       B     C        00:00:06:10 00:00:06:11 00:00:03:05 00:00:03:15
        M2   AX       000.0                00:00:06:10
        * FROM CLIP NAME:  talk.mov
        * FREEZE FRAME

        004  AX       B     C        00:00:04:20 00:00:06:10 00:00:03:15 00:00:04:10
        M2   AX       -050.0                00:00:04:20
        * FROM CLIP NAME:  talk.mov

        005  AX       B     C        00:00:08:00 00:00:08:10 00:00:04:10 00:00:05:15
        M2   AX       008.333333                00:00:08:00
        * FROM CLIP NAME:  talk.mov

        """
    )
    #expect(throws: EditFormatError.self) { try Self.timeline(Self.parts, rate: "200").edl() }
  }

  @Test func `FCPXML has a time map for each speed`() throws {
    let text = try Self.timeline(Array(Self.parts.dropFirst(2)), media: Self.media("<a & b>.mov"))
      .fcpxml
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE fcpxml>
        <fcpxml version="1.10">
          <resources>
            <format id="r1" frameDuration="1/25s" width="1920" height="1080"/>
            <asset id="r2" name="&lt;a &amp; b&gt;.mov" start="0s" duration="250/25s" format="r1" hasVideo="1" videoSources="1" \
        hasAudio="1" audioSources="1" audioChannels="2" audioRate="48000">
              <media-rep kind="original-media" src="file:///films/&lt;a &amp; b&gt;.mov"/>
            </asset>
          </resources>
          <library>
            <event name="Retime">
              <project name="&lt;a &amp; b&gt;.mov">
                <sequence format="r1" duration="60/25s" tcStart="0s" tcFormat="NDF">
                  <spine>
                    <asset-clip ref="r2" name="&lt;a &amp; b&gt;.mov" offset="0s" start="0s" duration="10/25s" format="r1" tcFormat="NDF">
                      <timeMap>
                        <timept time="0s" value="160/25s" interp="linear"/>
                        <timept time="10/25s" value="160/25s" interp="linear"/>
                      </timeMap>
                    </asset-clip>
                    <asset-clip ref="r2" name="&lt;a &amp; b&gt;.mov" offset="10/25s" start="0s" duration="20/25s" format="r1" tcFormat="NDF">
                      <timeMap>
                        <timept time="0s" value="160/25s" interp="linear"/>
                        <timept time="20/25s" value="120/25s" interp="linear"/>
                      </timeMap>
                    </asset-clip>
                    <asset-clip ref="r2" name="&lt;a &amp; b&gt;.mov" offset="30/25s" start="0s" duration="30/25s" format="r1" tcFormat="NDF">
                      <timeMap>
                        <timept time="0s" value="200/25s" interp="linear"/>
                        <timept time="30/25s" value="210/25s" interp="linear"/>
                      </timeMap>
                    </asset-clip>
                  </spine>
                </sequence>
              </project>
            </event>
          </library>
        </fcpxml>

        """
    )
    let cut = try Self.timeline([Self.play(25, 50)], rate: "30000/1001").fcpxml
    #expect(cut.contains(#"offset="0s" start="30030/30000s" duration="30030/30000s""#), "\(cut)")
  }

  @Test func `MLT has a producer for each speed and each freeze frame`() throws {
    let text = try Self.timeline(Self.parts).mlt()
    #expect(
      text == """
        <?xml version="1.0" encoding="utf-8"?>
        <mlt LC_NUMERIC="C" producer="tractor0" title="talk.mov">
          <profile width="1920" height="1080" progressive="1" sample_aspect_num="1" sample_aspect_den="1" \
        display_aspect_num="16" display_aspect_den="9" frame_rate_num="25" frame_rate_den="1" colorspace="709"/>
          <producer id="producer0" in="0" out="249">
            <property name="length">250</property>
            <property name="resource">/films/talk.mov</property>
            <property name="mlt_service">avformat</property>
          </producer>
          <producer id="producer1" in="0" out="124">
            <property name="length">125</property>
            <property name="resource">2:/films/talk.mov</property>
            <property name="mlt_service">timewarp</property>
          </producer>
          <producer id="producer2" in="0" out="9">
            <property name="length">10</property>
            <property name="resource">/films/talk.mov</property>
            <property name="frame">160</property>
            <property name="mlt_service">hold</property>
          </producer>
          <producer id="producer3" in="0" out="124">
            <property name="length">125</property>
            <property name="resource">-2:/films/talk.mov</property>
            <property name="mlt_service">timewarp</property>
          </producer>
          <producer id="producer4" in="0" out="749">
            <property name="length">750</property>
            <property name="resource">0.3333333333333333:/films/talk.mov</property>
            <property name="mlt_service">timewarp</property>
          </producer>
          <playlist id="playlist0">
            <entry producer="producer0" in="0" out="49"/>
            <entry producer="producer1" in="50" out="79"/>
            <entry producer="producer2" in="0" out="9"/>
            <entry producer="producer3" in="45" out="64"/>
            <entry producer="producer4" in="600" out="629"/>
          </playlist>
          <tractor id="tractor0" in="0" out="139">
            <track producer="playlist0"/>
          </tractor>
        </mlt>

        """
    )
    #expect(throws: EditFormatError.self) {
      try Self.timeline([Self.play(0, 250, Rational(30))]).mlt()
    }
  }

  @Test(arguments: [
    ("cut.otio", EditFormat.otio), ("a.b/C.EDL", .edl), ("x.mlt", .mlt), ("x.fcpxml", .fcpxml),
  ])
  func `The extension names the format`(path: String, format: EditFormat) {
    #expect(EditFormat(path: path) == format)
  }

  @Test(arguments: ["cut", "cut.otio/x", "cut.xml", "otio", ""])
  func `Other extensions name no format`(path: String) {
    #expect(EditFormat(path: path) == nil)
  }
}
