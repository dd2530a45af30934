// SPDX-License-Identifier: MPL-2.0

/// The JSON of `retime info --json`: every key is present, with null for unknown values.
extension MediaInfo: Encodable {
  private enum Key: String, CodingKey {
    case container, duration, seekable, tags, chapters, tracks, undoable, unread
  }

  /// Encodes the file's keys.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(container, forKey: .container)
    try values.encode(duration, forKey: .duration)
    try values.encode(isSeekable, forKey: .seekable)
    try values.encode(tags, forKey: .tags)
    try values.encode(chapters, forKey: .chapters)
    try values.encode(tracks, forKey: .tracks)
    try values.encode(isUndoable, forKey: .undoable)
    try values.encode(unread, forKey: .unread)
  }
}

extension MediaInfo.Chapter: Encodable {
  private enum Key: String, CodingKey { case title, start, end }

  /// Encodes the title, and the times in seconds.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(title, forKey: .title)
    try values.encode(start.map { Double($0) / 1e9 }, forKey: .start)
    try values.encode(end.map { Double($0) / 1e9 }, forKey: .end)
  }
}

extension MediaInfo.Track: Encodable {
  private enum Key: String, CodingKey {
    case index, kind, codec, codecDescription, frames, duration, language, title, captions
    case width, height, frameRate, timecode, variableFrameRate, rotation, mirrored,
      pixelAspectRatio,
      colorimetry
    case sampleRate, channels, layout, sampleFormat
  }

  /// Encodes the keys of all tracks and those of the track's kind.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(index, forKey: .index)
    try values.encode(kind, forKey: .kind)
    try values.encode(codec, forKey: .codec)
    try values.encode(codecDescription, forKey: .codecDescription)
    try values.encode(duration, forKey: .duration)
    try values.encode(language, forKey: .language)
    try values.encode(title, forKey: .title)
    if kind == .subtitle { try values.encode(captions, forKey: .captions) }
    if kind == .video || kind == .audio { try values.encode(frames, forKey: .frames) }
    if let video {
      try values.encode(video.width, forKey: .width)
      try values.encode(video.height, forKey: .height)
      try values.encode(video.frameRate, forKey: .frameRate)
      try values.encodeIfPresent(video.timecode, forKey: .timecode)
      try values.encode(video.hasVariableFrameRate, forKey: .variableFrameRate)
      try values.encode(video.rotation, forKey: .rotation)
      try values.encode(video.orientation.isMirrored, forKey: .mirrored)
      try values.encode(video.pixelAspectRatio, forKey: .pixelAspectRatio)
      try values.encode(video.colorimetry, forKey: .colorimetry)
    }
    if let audio {
      try values.encode(audio.sampleRate, forKey: .sampleRate)
      try values.encode(audio.channels, forKey: .channels)
      try values.encode(audio.layout, forKey: .layout)
      try values.encode(audio.format, forKey: .sampleFormat)
    }
  }
}
