// SPDX-License-Identifier: MPL-2.0

extension MapDocument {
  /// Creates the map of the clips of a timeline, in the JSON of OpenTimelineIO (`.otio`).
  ///
  /// Each clip of the video track becomes a section; without video, each of the first audio track.
  /// The clip's source range gives its start in its media, and its duration on the track. The media
  /// used has that duration times `time_scalar` of a LinearTimeWarp, backward if that is below 0. A
  /// FreezeFrame holds the start. Times count from the start of the media's available range, if
  /// that is known; without a source range the clip is all of its media. Schemas:
  /// <https://opentimelineio.readthedocs.io/en/latest/tutorials/otio-serialized-schema.html>.
  ///
  /// - Throws: ``MapTextError`` with the line and column of the fault, what was found and what is
  ///   supported: also for gaps, transitions, several files and other content that no map has.
  package init(timeline bytes: [UInt8]) throws(MapTextError) {
    self = try Self.read(bytes) { value throws(JSONError) in
      let clips = try TimelineTrack(TimelineObject(value)).clips
      guard !clips.isEmpty else {
        throw JSONError("the timeline has no clip that is enabled, and one is needed", value)
      }
      guard clips.count <= MapError.mostSections else {
        throw JSONError("\(MapError.tooMany(clips.count))", value)
      }
      var (sections, known): ([Section], String?) = ([], nil)
      for (index, clip) in clips.enumerated() {
        if let url = try clip.mediaURL {
          guard known == nil || known == url else {
            throw clip.error(
              "clip \(index + 1) is of \"\(url)\", and one before it of \"\(known ?? "")\": a map is of one file"
            )
          }
          known = url
        }
        sections.append(try clip.section(index))
      }
      return MapDocument(sections: sections)
    }
  }
}
