// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

/// A fault of a GStreamer element that this module works around, and the versions that have it.
///
/// docs/gstreamer-repairs.md has the table: the symptoms, how the fault was found, which versions
/// were tested, and which change fixed it upstream.
public struct Repair: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The factory name of the faulty element.
  public let element: String
  /// The first version of the element's plugin without the fault; nil while none is known.
  public let fixedIn: Version?
  /// The first version with the fault; nil where all supported versions before the fix have it.
  public let since: Version?

  /// Whether the installed element has the fault; false where the element is missing.
  ///
  /// The environment variable `RETIME_WITHOUT_REPAIRS` disables repairs by comma-separated names,
  /// to test a newer GStreamer without them.
  public var isNeeded: Bool {
    guard !Self.without.contains(name) else { return false }
    guard fixedIn != nil || since != nil else { return true }
    guard let installed = ElementFactory(named: element)?.pluginVersion.flatMap(Version.init) else {
      return false
    }
    return since.map { $0 <= installed } ?? true && fixedIn.map { installed < $0 } ?? true
  }

  private static let without = Set(
    (Environment.value("RETIME_WITHOUT_REPAIRS") ?? "").split(separator: ",").map(String.init)
  )

  private init(_ name: String, _ element: String, since: Version? = nil, fixedIn: Version? = nil) {
    (self.name, self.element, self.since, self.fixedIn) = (name, element, since, fixedIn)
  }
}

// MARK: - Demuxers

extension Repair {
  /// A track truncated where its media time reaches the movie's duration, though an edit starts later.
  public static let movieEnd = Repair("movie-end", "qtdemux", fixedIn: Version(1, 22, 3))
  /// A stop at the first sample decoded after an edit's end, even if it is presented before the end.
  public static let editEnd = Repair("edit-end", "qtdemux")
  /// The loss of last frames without a duration, or decoded after the end.
  public static let latePictures = Repair("late-pictures", "qtdemux")
  /// A jump to the time of the first fragment, past samples in the movie header.
  public static let firstFragment = Repair("first-fragment", "qtdemux")
  /// Presentation times in the index of fragments taken for decode times, after a seek to the first fragment.
  public static let fragmentIndex = Repair("fragment-index", "qtdemux")
  /// The movie's duration without its fragments taken for its end, which limits seeks.
  public static let fragmentEnd = Repair("fragment-end", "qtdemux")
  /// The omission of tracks shorter than a fifth of the movie.
  public static let shortTracks = Repair("short-tracks", "qtdemux")
  /// DNxHR not recognised.
  public static let dnxhr = Repair("dnxhr", "qtdemux")
  /// Little-endian samples read as big-endian, and channel positions ignored.
  public static let movieSound = Repair("movie-sound", "qtdemux")
  /// A `colr` box read without its range.
  public static let colorRange = Repair("color-range", "qtdemux", fixedIn: Version(1, 24, 3))
  /// Limited range in the caps for a `colr` box without a range; decoders prefer the caps to the stream.
  public static let statedColors = Repair("stated-colors", "qtdemux")
  /// The container's colorimetry ignored for uncompressed YUV, where one is assumed by the frame size, and for H.263.
  public static let containerColors = Repair("container-colors", "qtdemux")
  /// The container's colorimetry replaced by one assumed for all Theora.
  public static let theoraColors = Repair("theora-colors", "theoradec")
  /// The container's colorimetry used for VP9 alone, with limited range where it states none.
  public static let vp9Colors = Repair("vp9-colors", "vp9dec")
  /// Puts the planes of RGB into each other's places.
  public static let vp9RGB = Repair("vp9-rgb", "vp9dec")
  /// The container's pixel aspect ratio replaced by the stream's.
  public static let mpegShape = Repair("mpeg-shape", "mpegvideoparse")
  /// A time origin at the first packet, which changes when an earlier packet arrives.
  public static let matroskaOrigin = Repair("matroska-origin", "matroskademux")
  /// A stop after a seek at the duration, which grows as the file is read.
  public static let matroskaStop = Repair("matroska-stop", "matroskademux")
  /// An encoder delay not subtracted from the audio's times.
  public static let codecDelay = Repair("codec-delay", "matroskademux")
  /// Video for Windows frames without times, except the first.
  public static let decodeTimes = Repair("decode-times", "matroskademux")
  /// Alpha expected from the first frame on, without which nothing is decoded.
  public static let lateAlpha = Repair("late-alpha", "matroskademux")
  /// The first VP8 frame marked as a header, and all others as key frames.
  public static let vp8Keys = Repair("vp8-keys", "oggdemux", since: Version(1, 24))
  /// A negative pixel aspect ratio for RGB stored from top to bottom.
  public static let aviAspect = Repair("avi-aspect", "avidemux")
  /// The end of the stream at the first damaged tag.
  public static let flashDamage = Repair("flash-damage", "flvdemux")
  /// Gaps between clock references of more than half a second shortened to half a second.
  public static let transportClock = Repair("transport-clock", "tsdemux")
  /// DTS omitted, and TrueHD read as LPCM, under the stream types that most muxers assign to them.
  public static let transportTypes = Repair("transport-types", "tsdemux")
  /// A start with one track, which cuts off what another track has before that.
  public static let packStart = Repair("pack-start", "mpegpsdemux")
  /// Several Opus packets left in one buffer.
  public static let opusFrames = Repair("opus-frames", "tsdemux")
  /// Nothing read in pull mode from a file with an odd number of data bytes.
  public static let oddWave = Repair("odd-wave", "wavparse", fixedIn: Version(1, 26, 2))
  /// Zeros after the samples skipped eight bytes at a time in pull mode.
  public static let paddedWave = Repair("padded-wave", "wavparse")
  /// A start in pull mode before the element is linked, after which it stalls.
  public static let pulledAIFF = Repair("pulled-aiff", "aiffparse")
  /// The end of the file reported in a way that FFmpeg 5 takes for "ask again".
  public static let endlessPull = Repair("endless-pull", "avdemux_nut", fixedIn: Version(1, 24, 7))
  /// NUT files not recognised, as no typefinder detects them.
  public static let nutType = Repair("nut-type", "avdemux_nut")
  /// The loss of audio after a change of channels in FLAC.
  ///
  /// Frames larger than the header states, which describes the start, are not found. From 1.26 on,
  /// the change is reported in a way that `flacdec` refuses.
  public static let changedFLAC = Repair("changed-flac", "flacparse")
}

// MARK: - Parsers and decoders

extension Repair {
  /// The loss of LOAS frames that do not repeat the stream's configuration.
  public static let loas = Repair("loas", "aacparse", fixedIn: Version(1, 26, 8))
  /// Frames not found where a program config element lists the channels, and false ones found.
  public static let listedChannels = Repair("listed-channels", "aacparse")
  /// Wrong channel positions in 6.1 and 7.1.
  public static let flacChannels = Repair("flac-channels", "flacdec", fixedIn: Version(1, 26, 10))
  /// A channel layout chosen by the number of channels, even where the header states another.
  public static let flacLayout = Repair("flac-layout", "flacdec")
  /// Blu-ray's LPCM decoded as noise.
  public static let blurayPCM = Repair("bluray-pcm", "dvdlpcmdec")
  /// Reads past the end of a damaged packet, with different samples each time.
  public static let damagedAC3 = Repair("damaged-ac3", "a52dec")
  /// DTS decoded without the extensions to its core.
  public static let dtsCore = Repair("dts-core", "dtsdec")
  /// The loss of the times of DTS in an MPEG program stream.
  public static let dtsTimes = Repair("dts-times", "dcaparse")
  /// Packet times assigned in order, even where the first packets produce no audio.
  public static let aacTimes = Repair("aac-times", "avdec_aac")
  /// The loss of the frame at which H.264 is entered mid-stream, and grey frames that refer to it.
  public static let openGroups = Repair("open-groups", "avdec_h264", since: Version(1, 24))
  /// The sample rate before encoding used for decoding.
  public static let opusRate = Repair("opus-rate", "opusdec")
  /// Part of the encoder delay left in an Ogg stream whose first page does not start at 0.
  public static let opusSkip = Repair("opus-skip", "opusdec")
  /// The info frame of an MP3 file passed on as audio.
  public static let infoFrame = Repair("info-frame", "mpegaudioparse")
  /// The encoder delay and padding of an MP3 file read where LAME wrote them, but not where FFmpeg did.
  public static let mp3Delay = Repair("mp3-delay", "mpegaudioparse")
  /// Components of 16 bits written one place too late, and alpha taken for the last one.
  public static let deepPNG = Repair("deep-png", "pngdec")
  /// A frame rate not divided by the sequence extension's denominator.
  public static let mpegRate = Repair("mpeg-rate", "mpegvideoparse")
  /// The loss of the last frame where its alpha stream ends before both are combined.
  public static let lastAlpha = Repair("last-alpha", "alphacombine", since: Version(1, 24))
  /// The loss of packet durations.
  public static let durations = Repair("durations", "h264parse")
  /// Every intra frame of H.264 flagged as a key frame.
  public static let intraKeys = Repair("intra-keys", "h264parse")
  /// The caps' parameter sets inserted before the first packet.
  public static let parameterSets = Repair("parameter-sets", "h264parse")
}

// MARK: - Encoders, muxers and converters

extension Repair {
  /// Reads past the ends of rows that do not fill blocks.
  public static let pictureEdge = Repair("picture-edge", "jpegenc")
  /// A second set of headers and reused memory before the first packet.
  public static let hevcHeaders = Repair("hevc-headers", "x265enc", fixedIn: Version(1, 27, 2))
  /// Images flagged as delta units, although each can be decoded alone.
  public static let imageKeys = Repair("image-keys", "pngenc")
  /// A crash on VP9 without a stated chroma siting.
  public static let vp9Site = Repair("vp9-site", "qtmux", fixedIn: Version(1, 28))
  /// A track duration computed from decode times instead of presentation times.
  public static let editLength = Repair("edit-length", "qtmux")
  /// Luminances written as a fifth of their values.
  public static let luminance = Repair("luminance", "matroskamux")
  /// All ProRes marked as 422.
  public static let proResVariant = Repair("prores-variant", "matroskamux")
  /// The AV1 configuration omitted, or zeros written at its start.
  public static let av1Configuration = Repair("av1-configuration", "matroskamux")
  /// No new cluster for a frame whose time is far before the cluster's.
  public static let clusterReach = Repair("cluster-reach", "matroskamux")
  /// The Opus delay added again to the first packet's time where audio starts late.
  public static let opusStart = Repair("opus-start", "matroskamux")
  /// Decode times before zero treated as missing.
  public static let packLead = Repair("pack-lead", "mpegpsmux")
  /// Packets before the tables where another stream starts before that of the first pad.
  public static let transportTables = Repair("transport-tables", "mpegtsmux")
  /// The range left unconverted where both matrices are the same.
  public static let convertedRange = Repair("converted-range", "videoconvert")
}

extension Repair {
  /// All repairs, in the order of the table.
  public static let all: [Repair] = [
    movieEnd, editEnd, latePictures, firstFragment, fragmentIndex, fragmentEnd,
    shortTracks, dnxhr, movieSound, colorRange,
    statedColors, containerColors, theoraColors, vp9Colors, vp9RGB, mpegShape, matroskaOrigin,
    matroskaStop,
    codecDelay, decodeTimes, lateAlpha, vp8Keys, aviAspect,
    flashDamage, transportClock, transportTypes,
    packStart, opusFrames, oddWave, paddedWave, pulledAIFF, endlessPull, nutType, changedFLAC,
    loas, listedChannels, flacChannels, flacLayout, blurayPCM, damagedAC3, dtsCore, dtsTimes,
    aacTimes,
    openGroups, opusRate, opusSkip, infoFrame, mp3Delay, deepPNG, mpegRate, lastAlpha, durations,
    intraKeys, parameterSets,
    pictureEdge, hevcHeaders, imageKeys, vp9Site, editLength,
    luminance, proResVariant, av1Configuration, clusterReach, opusStart, packLead,
    transportTables, convertedRange,
  ]
}
