// SPDX-License-Identifier: MPL-2.0

extension StatedVideo {
  /// Reads a track entry (RFC 9559, sections 5.1.4.1.28.1, 5.1.4.1.28.2 and 5.1.4.1.28.16 ff.).
  init(_ entry: FileElement) {
    self.init()
    guard let video = entry[EBML.ID.video] else { return }
    switch video[EBML.ID.flagInterlaced]?.number {
    case 1:
      fields = video[EBML.ID.fieldOrder]?.number.flatMap {
        Self.fieldNumbers.contains($0) ? $0 : nil
      }
    case 2: fields = 0
    default: break
    }
    guard let colour = video[EBML.ID.colour] else { return }
    primaries = Self.code(colour[EBML.ID.primaries]?.number)
    transfer = Self.code(colour[EBML.ID.transfer]?.number)
    matrix = Self.code(colour[EBML.ID.matrix]?.number)
    switch colour[EBML.ID.range]?.number {
    case 1: isFullRange = false
    case 2: isFullRange = true
    default: break
    }
  }

  /// Writes the values into a track entry, whose `Video` and `Colour` elements are parsed.
  package func write(to entry: inout [EBML]) {
    guard let index = entry.firstIndex(where: { $0.id == EBML.ID.video }) else { return }
    var video = entry[index].elements
    var colour = video.first { $0.id == EBML.ID.colour }?.elements ?? []
    let codes = [
      (EBML.ID.primaries, primaries), (EBML.ID.transfer, transfer), (EBML.ID.matrix, matrix),
      (EBML.ID.range, isFullRange.map { $0 ? 2 : 1 }),
    ]
    for (id, code) in codes where code != nil || dropsOthers {
      colour.removeAll { $0.id == id }
      if let code { colour.append(EBML(id, number: UInt64(code))) }
    }
    video.removeAll { $0.id == EBML.ID.colour }
    if !colour.isEmpty { video.append(EBML(EBML.ID.colour, colour)) }
    if let fields {
      video.removeAll { $0.id == EBML.ID.flagInterlaced || $0.id == EBML.ID.fieldOrder }
      video.append(EBML(EBML.ID.flagInterlaced, number: fields == 0 ? 2 : 1))
      if fields > 0 { video.append(EBML(EBML.ID.fieldOrder, number: UInt64(fields))) }
    }
    entry[index] = EBML(EBML.ID.video, video)
  }
}
