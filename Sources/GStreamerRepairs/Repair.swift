// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

/// A fault of an element of GStreamer that is mended here, and from which version on it is not there any more.
///
/// docs/gstreamer-repairs.md has the table: what goes wrong, how it was found, what was tried with which version, and what
/// mended it upstream.
public struct Repair: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// The factory of the element at fault.
  public let element: String
  /// The first version of the element's plugin that does not need it, nor any later one; nil while none is known.
  public let fixedIn: Version?
  /// The first version that has the fault; nil where that is older than any that is supported.
  public let since: Version?

  /// Whether the installed element needs it; an element that is not there needs nothing.
  ///
  /// The environment variable `RETIME_WITHOUT_REPAIRS` takes repairs away, by their names between commas: to see what
  /// a newer GStreamer makes of a file by itself.
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
  /// Ends where media time reaches the movie's duration, although an edit begins later in the media.
  public static let movieEnd = Repair("movie-end", "qtdemux", fixedIn: Version(1, 22, 3))
  /// Stops at the first sample that is decoded after an edit's end, also where it is shown before that.
  public static let editEnd = Repair("edit-end", "qtdemux")
  /// Drops last pictures that last no time, or are decoded after the end.
  public static let latePictures = Repair("late-pictures", "qtdemux")
  /// Goes to the time of a film's first fragment, past samples that the header has.
  public static let firstFragment = Repair("first-fragment", "qtdemux")
  /// Skips tracks that are shorter than a fifth of the movie.
  public static let shortTracks = Repair("short-tracks", "qtdemux")
  /// Takes little-endian samples for big-endian, and reads no places of channels.
  public static let movieSound = Repair("movie-sound", "qtdemux")
  /// Reads the colours of a `colr` atom and not its range.
  public static let colorRange = Repair("color-range", "qtdemux", fixedIn: Version(1, 24, 3))
  /// States limited range for a `colr` atom without a range, which decoders believe more than the stream.
  public static let statedColors = Repair("stated-colors", "qtdemux")
  /// States the container's colours of VP9 alone, and limited range where that states none.
  public static let vp9Colors = Repair("vp9-colors", "vp9dec")
  /// Puts the planes of RGB into each other's places.
  public static let vp9RGB = Repair("vp9-rgb", "vp9dec")
  /// Replaces the pixel shape that the container states by that of the stream.
  public static let mpegShape = Repair("mpeg-shape", "mpegvideoparse")
  /// Takes the first packet's time for 0, and another one when an earlier packet comes.
  public static let matroskaOrigin = Repair("matroska-origin", "matroskademux")
  /// Does not take an encoder's delay off the times of its sound.
  public static let codecDelay = Repair("codec-delay", "matroskademux")
  /// Gives pictures of Video for Windows no times but the first.
  public static let decodeTimes = Repair("decode-times", "matroskademux")
  /// Wants transparency from the first picture on, and decodes nothing without.
  public static let lateAlpha = Repair("late-alpha", "matroskademux")
  /// Takes the first picture of VP8 for a header, and all others for ones that can be begun with.
  public static let vp8Keys = Repair("vp8-keys", "oggdemux", since: Version(1, 24))
  /// Ends at the first tag that is damaged.
  public static let flashDamage = Repair("flash-damage", "flvdemux")
  /// Makes half a second of every longer pause between clock references.
  public static let transportClock = Repair("transport-clock", "tsdemux")
  /// Leaves out DTS, and takes TrueHD for LPCM, by the stream types that most writers give them.
  public static let transportTypes = Repair("transport-types", "tsdemux")
  /// Begins where one of its tracks does, and cuts off what another has before that.
  public static let packStart = Repair("pack-start", "mpegpsdemux")
  /// Leaves several packets of Opus together.
  public static let opusFrames = Repair("opus-frames", "tsdemux")
  /// Reads nothing of a file with an odd number of data bytes when it pulls.
  public static let oddWave = Repair("odd-wave", "wavparse", fixedIn: Version(1, 26, 2))
  /// Walks through zeros behind the samples, eight bytes at a time, when it pulls.
  public static let paddedWave = Repair("padded-wave", "wavparse")
  /// Starts before it is linked when it pulls, and never goes on.
  public static let pulledAIFF = Repair("pulled-aiff", "aiffparse")
  /// Is told of the end in a way that FFmpeg 5 takes for "ask again".
  public static let endlessPull = Repair("endless-pull", "avdemux_gif", fixedIn: Version(1, 24, 7))
  /// Is not found, as nothing tells that a file is NUT.
  public static let nutType = Repair("nut-type", "avdemux_nut")
  /// Finds no frame that is larger than the header says, which is that of the begin; or, from 1.26 on, tells of other
  /// channels in a way that `flacdec` refuses.
  public static let changedFLAC = Repair("changed-flac", "flacparse")
}

// MARK: - Parsers and decoders

extension Repair {
  /// Drops frames of a low overhead stream that do not repeat its description.
  public static let loas = Repair("loas", "aacparse", fixedIn: Version(1, 26, 8))
  /// Finds no frame where a program config element names the channels, and others where there are none.
  public static let listedChannels = Repair("listed-channels", "aacparse")
  /// Puts the channels of 6.1 and 7.1 in places of its own.
  public static let flacChannels = Repair("flac-channels", "flacdec", fixedIn: Version(1, 26, 10))
  /// Gives as many channels the same places every time, also where the header names others.
  public static let flacLayout = Repair("flac-layout", "flacdec")
  /// Makes noise of Blu-ray's LPCM.
  public static let blurayPCM = Repair("bluray-pcm", "dvdlpcmdec")
  /// Reads past the end of a damaged packet, and gives other samples each time.
  public static let damagedAC3 = Repair("damaged-ac3", "a52dec")
  /// Knows DTS's core alone.
  public static let dtsCore = Repair("dts-core", "dtsdec")
  /// Forgets the times of DTS in an MPEG program stream.
  public static let dtsTimes = Repair("dts-times", "dcaparse")
  /// Hands packets' times out in their order, also where the first packets hold no sound.
  public static let aacTimes = Repair("aac-times", "avdec_aac")
  /// Loses the picture with which H.264 is entered in its middle, and makes grey ones of those that refer to it.
  public static let openGroups = Repair("open-groups", "avdec_h264", since: Version(1, 24))
  /// Takes the rate before encoding for the one to decode at.
  public static let opusRate = Repair("opus-rate", "opusdec")
  /// Leaves a part of its delay in a stream in Ogg whose first page does not begin at 0.
  public static let opusSkip = Repair("opus-skip", "opusdec")
  /// Hands out the frame with which an MP3 file describes the others.
  public static let infoFrame = Repair("info-frame", "mpegaudioparse")
  /// Reads the delay and the padding of an MP3 file's encoder where that is LAME, and not where FFmpeg wrote them.
  public static let mp3Delay = Repair("mp3-delay", "mpegaudioparse")
  /// Gives all pictures the first one's time.
  public static let gifTimes = Repair("gif-times", "avdec_gif", fixedIn: Version(1, 26, 2))
  /// Does not divide by the denominator of a rate.
  public static let mpegRate = Repair("mpeg-rate", "mpegvideoparse")
  /// Loses the last picture where its transparency has ended before they are brought together.
  public static let lastAlpha = Repair("last-alpha", "alphacombine", since: Version(1, 24))
  /// Forgets how long packets last.
  public static let durations = Repair("durations", "h264parse")
  /// Puts the parameter sets of the caps before the first packet.
  public static let parameterSets = Repair("parameter-sets", "h264parse")
}

// MARK: - Encoders, muxers and converters

extension Repair {
  /// Reads past the ends of rows that do not fill blocks.
  public static let pictureEdge = Repair("picture-edge", "jpegenc")
  /// Flags images as delta units, which only depend on themselves.
  public static let imageKeys = Repair("image-keys", "pngenc")
  /// Crashes on VP9 that does not say where its chroma samples lie.
  public static let vp9Site = Repair("vp9-site", "qtmux", fixedIn: Version(1, 28))
  /// Lets a track last as long as its samples are decoded, not as long as they are shown.
  public static let editLength = Repair("edit-length", "qtmux")
  /// Writes luminances as a fifth of what they are.
  public static let luminance = Repair("luminance", "matroskamux")
  /// Calls all ProRes 422.
  public static let proResVariant = Repair("prores-variant", "matroskamux")
  /// Leaves the configuration of AV1 out, or writes zeros where it begins.
  public static let av1Configuration = Repair("av1-configuration", "matroskamux")
  /// Begins no new cluster for a picture far behind.
  public static let clusterReach = Repair("cluster-reach", "matroskamux")
  /// Adds Opus's delay to the first packet's time, which has it in it already, where sound begins late.
  public static let opusStart = Repair("opus-start", "matroskamux")
  /// Takes decode times before zero for none.
  public static let packLead = Repair("pack-lead", "mpegpsmux")
  /// Begins with packets of a stream that comes before that of the first pad, and writes its tables behind them.
  public static let transportTables = Repair("transport-tables", "mpegtsmux")
  /// Leaves the range as it is where both matrices are the same.
  public static let convertedRange = Repair("converted-range", "videoconvert")
}

extension Repair {
  /// All of them, in the order of the table.
  public static let all: [Repair] = [
    movieEnd, editEnd, latePictures, firstFragment, shortTracks, movieSound, colorRange,
    statedColors, vp9Colors, vp9RGB, mpegShape, matroskaOrigin, codecDelay, decodeTimes, lateAlpha,
    vp8Keys,
    flashDamage, transportClock, transportTypes,
    packStart, opusFrames, oddWave, paddedWave, pulledAIFF, endlessPull, nutType, changedFLAC,
    loas, listedChannels, flacChannels, flacLayout, blurayPCM, damagedAC3, dtsCore, dtsTimes,
    aacTimes,
    openGroups, opusRate, opusSkip, infoFrame, mp3Delay, gifTimes, mpegRate, lastAlpha, durations,
    parameterSets,
    pictureEdge, imageKeys, vp9Site, editLength,
    luminance, proResVariant, av1Configuration, clusterReach, opusStart, packLead,
    transportTables, convertedRange,
  ]
}
