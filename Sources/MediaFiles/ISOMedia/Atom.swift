// SPDX-License-Identifier: MPL-2.0

/// An atom of an MP4 or QuickTime file, in memory.
package struct Atom: Sendable {
  package let kind: FourCharCode
  /// Bytes before the atoms in it.
  var head: [UInt8] = []
  var content: Content

  /// The content of an atom.
  enum Content: Sendable {
    case bytes(ArraySlice<UInt8>)
    case atoms([Atom])
  }

  package init(_ kind: FourCharCode, _ bytes: [UInt8]) { self.init(kind, bytes[...]) }
  private init(_ kind: FourCharCode, _ bytes: ArraySlice<UInt8>) {
    (self.kind, content) = (kind, .bytes(bytes))
  }
  package init(_ kind: FourCharCode, head: [UInt8] = [], _ atoms: [Atom]) {
    (self.kind, self.head, content) = (kind, head, .atoms(atoms))
  }

  /// The atoms in it; none where it holds bytes.
  package var atoms: [Atom] {
    get { if case .atoms(let atoms) = content { atoms } else { [] } }
    set { content = .atoms(newValue) }
  }

  /// The atoms that bytes hold, opening tracks and what holds metadata; nil where they do not fit.
  ///
  /// A terminating zero of four bytes, which QuickTime allows in `udta`, is left out.
  ///
  /// `depth`: how many atoms may lie in one another. No file needs more, and each takes a piece of the stack.
  package static func parse(_ bytes: ArraySlice<UInt8>, depth: Int = 16) -> [Atom]? {
    var (result, remainder) = ([Atom](), bytes)
    while remainder.count >= 8 {
      let size = Int(remainder.prefix(4).bigEndian)
      guard size >= 8, size <= remainder.count else { return nil }
      let kind = FourCharCode(rawValue: UInt32(remainder.dropFirst(4).prefix(4).bigEndian))
      let body = remainder.dropFirst(8).prefix(size - 8)
      // `meta` begins with a version and flags (ISO/IEC 14496-12, 8.11.1), but not in QuickTime's layout.
      let isFull = kind == "meta" && body.prefix(4).bigEndian == 0
      let headCount = isFull ? 4 : heads[kind] ?? 0
      let isOpen = depth > 0 && (masters.contains(kind) || heads[kind] != nil)
      if isOpen, body.count >= headCount,
        let atoms = parse(body.dropFirst(headCount), depth: depth - 1)
      {
        result.append(Atom(kind, head: Array(body.prefix(headCount)), atoms))
      } else {
        result.append(Atom(kind, body))
      }
      remainder = remainder.dropFirst(size)
    }
    return remainder.allSatisfy { $0 == 0 } ? result : nil
  }

  /// Bytes before the atoms in a list of sample descriptions, and in a description of AV1's (8.5.2 and 12.1.3).
  private static let heads: [FourCharCode: Int] = ["stsd": 8, "av01": 78]
  private static let masters: Set<FourCharCode> = [
    "trak", "mdia", "minf", "stbl", "udta", "meta", "ilst",
  ]

  /// The bytes in it; none where it holds atoms.
  package var body: [UInt8] {
    get { if case .bytes(let bytes) = content { Array(bytes) } else { [] } }
    set { content = .bytes(newValue[...]) }
  }

  /// The bytes of the atom as stored in a file.
  ///
  /// The tables of an hour are megabytes: they are copied once.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    write(to: &bytes)
    return bytes
  }

  private var byteCount: Int {
    let count =
      switch content {
      case .bytes(let bytes): bytes.count
      case .atoms(let atoms): atoms.reduce(0) { $0 + $1.byteCount }
      }
    return 8 + head.count + count
  }

  private func write(to bytes: inout [UInt8]) {
    bytes += byteCount.bytes(4) + kind.bytes
    bytes += head
    switch content {
    case .bytes(let content): bytes += content
    case .atoms(let atoms): for atom in atoms { atom.write(to: &bytes) }
    }
  }

  /// The content of an atom `data`: its kind, a language, and the value.
  package static func data(text: String) -> Atom {
    Atom("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8))
  }
}

extension [Atom] {
  /// Changes the atom that these kinds lead to, if it is there.
  package mutating func changeExisting(
    _ kinds: ArraySlice<FourCharCode>,
    _ body: (inout Atom) -> Void
  ) {
    guard let kind = kinds.first, let index = firstIndex(where: { $0.kind == kind }) else { return }
    if kinds.count == 1 { return body(&self[index]) }
    self[index].atoms.changeExisting(kinds.dropFirst(), body)
  }

  /// Changes the first atom of a kind, or one that is added.
  package mutating func change(
    _ kind: FourCharCode,
    head: [UInt8] = [],
    _ body: (inout Atom) -> Void
  ) {
    let index = firstIndex { $0.kind == kind }
    if index == nil { append(Atom(kind, head: head, [])) }
    body(&self[index ?? count - 1])
  }
}
