// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import Testing

/// The examples are those of RFC 8216, section 8, and some with what servers send besides.
struct `A playlist of HTTP Live Streaming` {
  @Test func `A live playlist numbers its segments`() throws {
    let playlist = try #require(
      HLSPlaylist(
        """
        #EXTM3U
        #EXT-X-VERSION:3
        #EXT-X-TARGETDURATION:8
        #EXT-X-MEDIA-SEQUENCE:2680

        #EXTINF:7.975,
        https://priv.example.com/fileSequence2680.ts
        #EXTINF:7.941,a title, with a comma\r
        fileSequence2681.ts\r
        """
      )
    )
    #expect(playlist.firstNumber == 2680)
    #expect(playlist.targetDuration == 8)
    #expect(!playlist.isComplete)
    #expect(playlist.segments.map(\.duration) == [7.975, 7.941])
    #expect(playlist.segments.last?.address == "fileSequence2681.ts")
  }

  @Test func `Keys hold for the segments after them, with their numbers as vectors`() throws {
    let playlist = try #require(
      HLSPlaylist(
        """
        #EXTM3U
        #EXT-X-MEDIA-SEQUENCE:7794
        #EXT-X-KEY:METHOD=AES-128,URI="https://example.com/key?a=1,2"
        #EXTINF:2.833,
        52-A.ts
        #EXT-X-KEY:METHOD=AES-128,URI="b",IV=0x0102030405060708090A0B0C0D0E0F10
        #EXTINF:15.0,
        52-B.ts
        #EXT-X-KEY:METHOD=NONE
        #EXTINF:3.333,
        53-A.ts
        #EXT-X-ENDLIST
        """
      )
    )
    let keys = playlist.segments.map(\.key)
    #expect(keys[0]?.address == "https://example.com/key?a=1,2")
    #expect(keys[0]?.vector == "00000000000000000000000000001e72")
    #expect(keys[1]?.vector == "0102030405060708090A0B0C0D0E0F10")
    #expect(keys[2] == nil)
    #expect(playlist.isComplete)
  }

  @Test func `A range without an offset follows the one before it`() throws {
    let playlist = try #require(
      HLSPlaylist(
        """
        #EXTM3U
        #EXT-X-MAP:URI="all.mp4",BYTERANGE="720@0"
        #EXT-X-BYTERANGE:1000@720
        #EXTINF:1,
        all.mp4
        #EXTINF:1,
        #EXT-X-BYTERANGE:500
        all.mp4
        #EXTINF:1,
        other.mp4
        """
      )
    )
    #expect(playlist.segments.map(\.range) == [720..<1720, 1720..<2220, nil])
    #expect(playlist.segments[0].header?.range == 0..<720)
  }

  @Test func `Variants name their renditions`() throws {
    let playlist = try #require(
      HLSPlaylist(
        """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",DEFAULT=YES,URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="Mixed in"
        #EXT-X-STREAM-INF:BANDWIDTH=1280000,CODECS="avc1.4d401e,mp4a.40.2",AUDIO="aac"
        low/video-only.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=86000,URI="low/iframe.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=7680000
        hi/all.m3u8
        """
      )
    )
    #expect(playlist.variants.map(\.bandwidth) == [1_280_000, 7_680_000])
    #expect(playlist.variants.map(\.audioGroup) == ["aac", nil])
    #expect(playlist.renditions.map(\.address) == ["en.m3u8", nil])
    #expect(playlist.segments.isEmpty)
  }

  @Test func `Damaged values do not trap`() {
    #expect(HLSPlaylist("#EXTINF:1,\na.ts") == nil)
    for text in [
      "#EXT-X-BYTERANGE:9223372036854775807@9223372036854775807", "#EXT-X-BYTERANGE:-1@-1",
      "#EXT-X-KEY:METHOD", "#EXT-X-MEDIA-SEQUENCE:99999999999999999999", "#EXTINF", "#EXT-X-MAP:",
      "#EXT-X-MEDIA-SEQUENCE:9223372036854775807",
    ] {
      let playlist = HLSPlaylist("#EXTM3U\n\(text)\na.ts\n#EXT-X-KEY:METHOD=AES-128\nb.ts")
      #expect(playlist?.segments.count == 2)
    }
  }
}
