// SPDX-License-Identifier: MPL-2.0

/// A file in Core Audio Format as its chunks, with a writer and a parser.
public struct CoreAudioFile: Sendable {
  /// Types and contents of the chunks; that of "data" starts with the edit count.
  public var chunks: [(type: String, content: [UInt8])]

  /// A file of these chunks.
  public init(_ chunks: [(type: String, content: [UInt8])]) { self.chunks = chunks }

  /// The chunks of a well-formed file.
  public init(bytes: [UInt8]) {
    chunks = []
    var rest = bytes.dropFirst(8)
    while rest.count >= 12 {
      let type = String(decoding: rest.prefix(4), as: UTF8.self)
      let size = rest.dropFirst(4).prefix(8).reduce(0) { $0 << 8 | Int($1) }
      chunks.append((type, Array(rest.dropFirst(12).prefix(size))))
      rest = rest.dropFirst(12 + size)
    }
  }

  /// A file of packets that differ in size, with a packet table.
  public init(
    format: String,
    rate: Double = 48_000,
    channels: Int = 2,
    framesPerPacket: Int,
    packets: [[UInt8]],
    priming: Int,
    valid: Int,
    cookie: [UInt8]? = nil
  ) {
    let total = packets.count * framesPerPacket
    chunks = [
      (
        "desc",
        Self.description(
          format: format,
          rate: rate,
          framesPerPacket: framesPerPacket,
          channels: channels
        )
      )
    ]
    if let cookie { chunks.append(("kuki", cookie)) }
    chunks.append(("data", [0, 0, 0, 0] + packets.flatMap(\.self)))
    let sizes = packets.flatMap { Self.variable($0.count) }
    chunks.append(
      (
        "pakt",
        Self.number(UInt64(packets.count)) + Self.number(UInt64(valid))
          + Self.number(UInt32(priming)) + Self.number(UInt32(total - priming - valid)) + sizes
      )
    )
  }

  /// The whole file.
  public var bytes: [UInt8] {
    Array("caff".utf8) + [0, 1, 0, 0]
      + chunks.flatMap { type, content in
        Array(type.utf8) + Self.number(UInt64(content.count)) + content
      }
  }

  /// The content of the first chunk of a type.
  public subscript(type: String) -> [UInt8]? {
    get { chunks.first { $0.type == type }?.content }
    set {
      guard let index = chunks.firstIndex(where: { $0.type == type }) else { return }
      chunks[index].content = newValue ?? []
    }
  }

  /// The content of the chunk "desc".
  public static func description(
    format: String = "lpcm",
    rate: Double = 48_000,
    flags: UInt32 = 0,
    bytesPerPacket: Int = 0,
    framesPerPacket: Int = 1,
    channels: Int,
    bits: Int = 0
  ) -> [UInt8] {
    number(rate.bitPattern) + Array(format.utf8)
      + [flags, UInt32(bytesPerPacket), UInt32(framesPerPacket), UInt32(channels), UInt32(bits)]
      .flatMap(number)
  }

  /// The bytes of a number, big-endian.
  public static func number(_ value: some FixedWidthInteger) -> [UInt8] {
    Clips.bytes(value).reversed()
  }

  /// A number of variable length: seven bits a byte, the high ones first.
  public static func variable(_ value: Int) -> [UInt8] {
    var bytes = [UInt8(value & 0x7f)]
    var rest = value >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }

  /// An AAC cookie: an AudioSpecificConfig in its descriptors, with lengths of four bytes as in Core Audio's.
  public static func descriptor(of configuration: [UInt8]) -> [UInt8] {
    func wrap(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      [tag, 0x80, 0x80, 0x80, UInt8(content.count)] + content
    }
    let decoder = [0x40, 0x15] + [UInt8](repeating: 0, count: 11) + wrap(5, configuration)
    return wrap(3, [0, 0, 0] + wrap(4, decoder) + wrap(6, [2]))
  }

  /// The packets of an ADTS stream, and the AudioSpecificConfig of its first header.
  public static func packets(
    ofADTS bytes: [UInt8]
  ) -> (packets: [[UInt8]], configuration: [UInt8]) {
    var (packets, rest) = ([[UInt8]](), bytes[...])
    while rest.count > 7 {
      let head = Array(rest.prefix(7))
      let size = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5]) >> 5
      packets.append(Array(rest.prefix(size).dropFirst(head[1] & 1 == 1 ? 7 : 9)))
      rest = rest.dropFirst(size)
    }
    let (profile, index) = (bytes[2] >> 6 + 1, bytes[2] >> 2 & 0xf)
    let channels = (bytes[2] & 1) << 2 | bytes[3] >> 6
    return (packets, [profile << 3 | index >> 1, (index & 1) << 7 | channels << 3])
  }

  /// The packets of an Ogg stream, including headers.
  public static func packets(ofOgg bytes: [UInt8]) -> [[UInt8]] {
    var (packets, current, rest) = ([[UInt8]](), [UInt8](), bytes[...])
    while rest.count > 27 {
      let lacing = Array(rest.dropFirst(26).prefix(1 + Int(rest[rest.startIndex + 26])).dropFirst())
      rest = rest.dropFirst(27 + lacing.count)
      for size in lacing {
        current += rest.prefix(Int(size))
        rest = rest.dropFirst(Int(size))
        if size < 255 {
          packets.append(current)
          current = []
        }
      }
    }
    return packets
  }
}
