// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

// The part of the scanner that runs on streaming threads.

extension Scanner {
  func select(_ candidate: URIDecodeBin.Candidate) -> URIDecodeBin.Selection {
    watchdog.feed()
    guard !candidate.isFaulty(listsChannels: source.listsChannels) else { return .skip }
    let kind = candidate.classification
    let isDecoder = kind.contains("Decoder")
    findings.withLock { findings in
      let name = candidate.caps.name
      if isDecoder, let id = candidate.streamID {
        findings.encoded[id] = candidate.caps
        if countsPackets { findings.packets[id] = PacketAudio(candidate, in: findings.container) }
      }
      if findings.container == nil, !["application/x-id3", "application/x-apetag"].contains(name) {
        findings.container = candidate.caps
      }
    }
    if findings.withLock({ $0.container?.name == SubtitleFormat.lyrics }) {
      mailbox.post(.message(.error(GStreamerError("Could not determine type of stream."))))
    }
    if kind.contains("Subtitle") { return .expose }
    let isCounted = findings.withLock { $0.packets[candidate.streamID ?? ""] != nil }
    return isDecoder && (isCounted || !hearsSound || !kind.contains("Audio")) ? .expose : .plug
  }

  func add(_ pad: Pad, of program: Int?) {
    watchdog.feed()
    if let program, let id = pad.streamID { findings.withLock { $0.programs[id] = program } }
    let packets = findings.withLock { $0.packets[pad.streamID ?? ""] }
    guard let id = pad.streamID, let given = packets?.caps ?? pad.currentCaps,
      let kind = StreamKind(given)
    else {
      findings.withLock { $0.pads.append(pad) }
      pad.dropBuffers()
      return
    }
    do throws(GStreamerError) {
      if try proceed(pad, id, kind, of: program) { return }
    } catch {
      return mailbox.post(.message(.error(error)))
    }
    let (container, encoded) = findings.withLock { ($0.container, $0.encoded[id]) }
    let fields = kind == .sound ? source.capsFields(of: id, encoded: encoded ?? given) : nil
    let caps = fields.flatMap { try? given.setting($0) } ?? given
    let tally = TrackTally(
      frameRate: caps.frameRate,
      isFieldCoded: caps.isFieldCoded,
      granularity: ContainerTiming.granularity(of: container),
      clock: ClockRepair(
        longestPause: source.longestPause(in: container),
        isReordered: kind == .pictures
      ),
      listsPackets: listsPackets && kind == .pictures
    )
    // The next subtitle, or packet of data, may be an hour away: neither the start nor the end of reading waits for it.
    let isSparse = kind.isSparse
    if isSparse { tally.reachEnd() }
    findings.withLock { findings in
      findings.pads.append(pad)
      findings.caps[id] = caps
      findings.tallies[id] = tally
    }
    do throws(GStreamerError) {
      let waits = isSparse ? "false" : "true"
      let sink = try Element.make("fakesink", ["sync": "false", "async": waits])
      let converters = packets == nil ? try AudioCaps(caps)?.converters() ?? [] : []
      let chain = converters + (try framers(of: caps)) + [sink]
      try pipeline.add(chain: chain)
      if let packets {
        count(packets, on: try sink.pad("sink"), tally)
      } else {
        observe(try sink.pad("sink"), tally, caps, source.codecDelay(of: id).map(ClockTime.init))
      }
      for element in chain.reversed() { element.joinPaused() }
      let entry = try chain[0].pad("sink")
      entry.setCapsFields(fields, channels: caps.int("channels"))
      if let sound = AudioCaps(caps) { observeForm(entry, AudioForm(sound), tally) }
      findings.withLock {
        $0.lanes.append(Lane(kind: kind, id: id, program: program, entry: entry, tally: tally))
      }
      try pad.link(to: entry)
    } catch {
      mailbox.post(.message(.error(error)))
    }
  }

  /// Returns the elements that frame the packets of video that is listed.
  private func framers(of caps: Caps) throws(GStreamerError) -> [Element] {
    guard listsPackets, let parser = FramedForm.parser(for: caps),
      let form = FramedForm.caps(of: caps.name)
    else { return [] }
    return [try .make(parser), try .make("capsfilter", ["caps": form])]
  }

  /// Records changes of the audio's channels or rate.
  private func observeForm(_ pad: Pad, _ first: AudioForm, _ tally: TrackTally) {
    let latest = Mutex<Caps?>(nil)
    pad.observeBuffersAndCaps { _, _, caps in
      guard let caps = caps() else { return true }
      let isNew = latest.withLock { latest in
        defer { latest = caps }
        return latest.map { !$0.isEqual(to: caps) } ?? true
      }
      if isNew, let form = AudioCaps(caps).map(AudioForm.init), form != first {
        tally.note { if !$0.otherForms.contains(form) { $0.otherForms.append(form) } }
      }
      return true
    }
  }

  private func observe(_ pad: Pad, _ tally: TrackTally, _ caps: Caps, _ codecDelay: ClockTime?) {
    let (watchdog, sound, hidden) = (self.watchdog, AudioCaps(caps), HiddenFrames(caps))
    let container = findings.withLock { $0.container }
    let part = PartSegments(
      countsFromZero: ContainerTiming.countsFromZero(container),
      codecDelay: codecDelay,
      start: source.isChained || hearsSound ? source.start : nil,
      end: source.end,
      begin: source.start,
      rounding: StreamKind(caps) == .pictures
        ? ContainerTiming.rounding(
          granularity: ContainerTiming.granularity(of: container).nanoseconds
        ) : 0
    )
    let slices = ContainerTiming.countsPictures(container) ? H264Slices(caps) : nil
    let (coding, isTheora) = (PictureCoding(caps), caps.name == "video/x-theora")
    // What decoders assume of a frame without a duration, as all in FLV are; in ASF there is no rate either.
    let usual = caps.frameRate.map { ClockTime($0.time(ofTick: 1).streamTime) }
    let roles = listsPackets && sound == nil ? ListedRoles() : nil
    let previous = StreamMemory(
      toLookAt: ["video/x-h265", "video/x-av1"].contains(caps.name) ? 8 : 0
    )
    pad.observeBuffersAndCaps { buffer, segment, now in
      watchdog.feed()
      if previous.looksOnce(), buffer.hasVaryingLight { tally.note { $0.hasVaryingLight = true } }
      if buffer.hasCaptions { tally.note { $0.hasCaptions = true } }
      if slices?.isBidirectional(buffer) ?? false { tally.note { $0.hasBidirectional = true } }
      // GStreamer's parsers remove the presentation time of a frame if it equals the preceding one's.
      let given = buffer.presentationTime ?? buffer.decodeTime
      // `oggdemux` sets no time on a single frame with which a stream ends.
      let first = isTheora && !buffer.isHeader ? segment?.start : nil
      guard let whole = segment,
        let time = given ?? (sound == nil ? previous.time(in: whole) ?? first : nil)
      else { return true }
      let stated = buffer.plausibleDuration
      let length = stated ?? usual ?? previous.gap(before: time, in: whole)
      previous.note(time, in: whole)
      // Lists a packet whose frame the source shows, or does not show.
      func list(_ packet: borrowing Buffer, _ isShown: Bool) {
        guard let roles else { return }
        let shown = packet.presentationTime.flatMap { part.time(of: $0, in: whole) }
        let role = roles.role(of: packet, now) { tally.configure($0, $1) }
        tally.list(role, at: shown, isShown: isShown)
      }
      guard let segment = part.segment(whole, position: time) else {
        list(buffer, false)
        let isDecodedLater = buffer.decodeTime.map { part.segment(whole, position: $0) == nil }
        tally.passEnd(isLast: sound != nil || isDecodedLater ?? false)
        return true
      }
      if let sound {
        guard let span = sound.span(of: buffer, in: segment) else { return true }
        tally.addSound(frames: span.frames, at: span.time, rate: sound.rate)
      } else if hidden?.isHidden(buffer) ?? false {
        list(buffer, false)
        return true
      } else if let range = part.shown(
        from: time,
        duration: length,
        in: segment
      ) {
        list(buffer, true)
        tally.captions.add(buffer, at: range.start)
        tally.addPicture(
          at: range.start,
          end: stated != nil && range.end > range.start ? range.end : nil,
          isTimed: given == nil || buffer.presentationTime != nil,
          // A frame that starts with the part, apart from the rounding of its time, is whole.
          begin: segment.time(of: time).flatMap {
            range.start - $0 >= max(1, part.rounding) ? $0 : nil
          },
          delay: buffer.presentationTime.flatMap { shown in
            buffer.decodeTime.map { StreamTime(shown) - StreamTime($0) }
          }
        )
        if let coding {
          let isSame = now()?.isEqual(to: caps) ?? false
          tally.note(isSame ? coding.role(of: buffer) : .change, at: range.start)
        }
      } else if let time = segment.time(of: time) {
        list(buffer, false)
        tally.addHidden(at: time)
      }
      return true
    }
  }
}

/// The roles of the packets of a stream whose caps are known with its first packet.
private final class ListedRoles: Sendable {
  private let roles = Mutex<CopyRoles??>(nil)

  /// Returns the role of a packet with the stream's caps; nil if it has none.
  ///
  /// `onStart`: gets the decoder configuration, and the rate factor that the first packet states.
  func role(
    of packet: borrowing Buffer,
    _ caps: () -> Caps?,
    onStart: ([UInt8]?, Double?) -> Void
  ) -> PacketList.Role? {
    let known = roles.withLock { roles in
      if roles == nil {
        let caps = caps()
        roles = .some(caps.flatMap(CopyRoles.init))
        onStart(caps?.bytes("codec_data"), EncoderRemark.rateFactor(in: packet))
      }
      return roles ?? nil
    }
    return known?.role(of: packet)
  }
}

/// The state that is kept between the buffers of a stream.
private final class StreamMemory: Sendable {
  private let newest = Mutex<(time: ClockTime, segment: Segment)?>(nil)
  private let unseen: Mutex<Int>

  /// Creates the state of a stream whose first `count` buffers are to be inspected.
  init(toLookAt count: Int) { unseen = Mutex(count) }

  /// Returns whether to inspect the next buffer.
  func looksOnce() -> Bool {
    unseen.withLock { unseen in
      guard unseen > 0 else { return false }
      unseen -= 1
      return true
    }
  }

  /// Returns the newest buffer's time if it has the same segment; in the next chain link, times restart.
  func time(in segment: Segment) -> ClockTime? {
    newest.withLock { newest in
      newest.flatMap { $0.segment.isContinued(by: segment) ? $0.time : nil }
    }
  }

  /// Returns the time since the newest buffer; nil if there is none in the segment, or it is later.
  func gap(before time: ClockTime, in segment: Segment) -> ClockTime? {
    self.time(in: segment).flatMap {
      $0 < time ? ClockTime(nanoseconds: time.nanoseconds - $0.nanoseconds) : nil
    }
  }

  func note(_ time: ClockTime, in segment: Segment) { newest.withLock { $0 = (time, segment) } }
}

extension Buffer {
  /// Whether a picture in HEVC or AV1 carries HDR10+ metadata.
  fileprivate var hasVaryingLight: Bool {
    (try? withSpan(of: UInt8.self) { bytes throws(GStreamerError) in DynamicHDRMetadata.isIn(bytes)
    })
      ?? false
  }
}

extension Caps {
  /// Whether a video packet may hold a single field.
  var isFieldCoded: Bool { string("coded-picture-structure") == "field" }
}
