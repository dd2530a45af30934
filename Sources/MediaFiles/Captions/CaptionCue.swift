// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// A caption service of CEA-608.
package enum CaptionChannel: String, Sendable, CaseIterable, Codable {
  /// The services of the first field.
  case cc1 = "CC1", cc2 = "CC2"
  /// The services of the second field.
  case cc3 = "CC3", cc4 = "CC4"
}

/// A text of closed captions with the times at which it is shown.
package struct CaptionCue: Sendable, Equatable {
  /// The start and the end.
  package var start: StreamTime, end: StreamTime
  /// The rows, one below the other; italics may be marked with SubRip's tags.
  package var text: String
}

extension CaptionCue {
  /// Returns the cues of each channel that has text.
  ///
  /// - Parameters:
  ///   - pairs: the pairs of all frames in any order; those of one frame in theirs.
  ///   - end: the end of the video, at which the last cue ends.
  ///   - marksItalics: whether italics are marked with SubRip's tags.
  /// - Returns: the cues in their order; channels without text are missing.
  package static func cues(
    of pairs: [CaptionPair],
    until end: StreamTime,
    marksItalics: Bool = false
  ) -> [CaptionChannel: [CaptionCue]] {
    var fields = [CaptionField](repeating: CaptionField(marksItalics: marksItalics), count: 2)
    let order = pairs.indices.sorted { (pairs[$0].time, $0) < (pairs[$1].time, $1) }
    for index in order { fields[pairs[index].isSecondField ? 1 : 0].add(pairs[index]) }
    let cues = fields.flatMap { $0.cues(until: end) }
    return Dictionary(uniqueKeysWithValues: zip(CaptionChannel.allCases, cues))
      .filter { !$0.value.isEmpty }
  }
}
