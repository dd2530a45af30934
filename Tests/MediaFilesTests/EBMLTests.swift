// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeSystem
import TestSupport
import Testing

@Suite struct EBMLTests {
  private static let masters: Set<UInt32> = [EBML.ID.tags, EBML.ID.tag, EBML.ID.simpleTag]

  @Test(arguments: [9_999, 10_000])
  func `More chapters than a demuxer reads are hidden`(count: Int) throws {
    let chapter = EBML(0xb6, [UInt8](repeating: 0, count: 3))
    let edition = EBML(EBML.ID.edition, [EBML](repeating: chapter, count: count))
    let chapters = EBML(EBML.ID.chapters, [edition])
    let tracks = EBML(EBML.ID.tracks, [EBML]())
    let head = EBML(EBML.ID.head, [UInt8]()).bytes
    let file = head + EBML(EBML.ID.segment, [chapters, tracks]).bytes
    let folder = try TemporaryFolder()
    let path = try folder.write(file, to: "in.mkv")
    let patch = MatroskaHeader(try RandomAccessFile(path))?.hiddenChapters
    guard count == 10_000 else { return #expect(patch == nil) }
    let found = try #require(patch)
    let start = file.count - tracks.bytes.count - chapters.bytes.count
    #expect(found.offset == start && found.bytes.count == 9)
    // The Void element in its place has the same size.
    let rest = found.bytes.dropFirst(2).reduce(0) { $0 << 8 | Int($1) }
    #expect(Array(found.bytes.prefix(2)) == [0xec, 1] && rest + 9 == chapters.bytes.count)
  }

  @Test func `An element is parsed as it was written`() throws {
    let tag = EBML(
      EBML.ID.tags,
      [
        EBML(
          EBML.ID.tag,
          [
            EBML(EBML.ID.simpleTag, [EBML(EBML.ID.tagName, text: "TITLE")]),
            EBML(EBML.ID.targetTrackUID, number: .max),
            EBML(EBML.ID.void, [UInt8](repeating: 7, count: 200)),
          ]
        )
      ]
    )
    let found = try #require(EBML.parse(tag.bytes[...], masters: Self.masters)?.first)
    #expect(found.bytes == tag.bytes && found.id == EBML.ID.tags)
    let parts = try #require(found[EBML.ID.tag])
    #expect(parts[EBML.ID.simpleTag]?[EBML.ID.tagName]?.text == "TITLE")
    #expect(parts[EBML.ID.targetTrackUID]?.number == .max)
  }

  @Test(arguments: 2...300) func `A Void element fills two bytes or more`(room: Int)
    throws
  {
    let bytes = EBML.void(room)
    let head = try #require(EBML.Head(bytes[...]))
    #expect(bytes.count == room && head.id == EBML.ID.void && head.width + (head.size ?? 0) == room)
  }

  @Test func `A truncated element or one of unknown size is not parsed`() throws {
    let whole = EBML(EBML.ID.tagName, text: "TITLE").bytes
    for count in 1..<whole.count {
      #expect(EBML.parse(whole[..<count], masters: []) == nil)
    }
    let open = try #require(EBML.Head([0x1f, 0x43, 0xb6, 0x75, 0xff]))
    #expect(open.id == EBML.ID.cluster && open.size == nil && open.width == 5)
    #expect(EBML.Head([0xa3, 0x01] + [UInt8](repeating: 0xff, count: 7))?.size == nil)
    #expect(
      EBML.Head([0xa3, 0x01] + [UInt8](repeating: 0xff, count: 6) + [0xfe])?.size == 1 << 56 - 2
    )
    #expect(EBML.Head([0, 0x81]) == nil && EBML.Head([]) == nil)
  }

  @Test func `The nesting depth is limited`() {
    let deep = (0..<50).reduce([UInt8]()) { inner, _ in EBML(EBML.ID.tags, inner).bytes }
    #expect(EBML.parse(deep[...], masters: Self.masters)?.count == 1)
  }
}
