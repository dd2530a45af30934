// SPDX-License-Identifier: MPL-2.0

/// A purpose of a track among those of its kind, as containers mark it.
package enum TrackRole: String, CaseIterable, Sendable {
  /// Subtitles that are shown even where none are chosen.
  case forced
  /// For people who do not hear well.
  case hearingImpaired = "hearing-impaired"
  /// For people who do not see well.
  case visualImpaired = "visual-impaired"
  /// Descriptions of the video as text.
  case textDescriptions = "text-descriptions"
  /// In the language of the content.
  case original
  /// Comments on the content.
  case commentary

  /// The element of a track entry of Matroska: RFC 9559, sections 5.1.4.1.6 to 5.1.4.1.11.
  package var matroskaID: UInt32 {
    switch self {
    case .forced: 0x55aa
    case .hearingImpaired: 0x55ab
    case .visualImpaired: 0x55ac
    case .textDescriptions: 0x55ad
    case .original: 0x55ae
    case .commentary: 0x55af
    }
  }

  /// The value in the scheme of MPEG-DASH (ISO/IEC 23009-1, section 5.8.5.5), which MP4 files use; nil for none.
  package var dashValue: String? {
    switch self {
    case .forced: "forced-subtitle"
    case .hearingImpaired: "caption"
    case .visualImpaired: "description"
    case .textDescriptions, .original: nil
    case .commentary: "commentary"
    }
  }

  private static let dashScheme = Array("urn:mpeg:dash:role:2011".utf8)

  /// The role in the content of an atom `kind` (ISO/IEC 14496-12, section 8.10.4); nil for others.
  package init?(kind bytes: [UInt8]) {
    let texts = bytes.dropFirst(4).split(separator: 0, omittingEmptySubsequences: false)
    guard texts.count >= 2, texts[0].elementsEqual(Self.dashScheme),
      case let value = String(decoding: texts[1], as: UTF8.self),
      let role = Self.allCases.first(where: { $0.dashValue == value })
    else { return nil }
    self = role
  }

  /// The content of an atom `kind`; nil where the scheme has no value for the role.
  package var kind: [UInt8]? {
    dashValue.map { [0, 0, 0, 0] + Self.dashScheme + [0] + Array($0.utf8) + [0] }
  }
}
