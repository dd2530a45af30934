// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The two kinds of multiplexed streams of MPEG: ISO/IEC 13818-1.
package enum MPEGStream: Sendable {
  /// Packets of 188 bytes: 2.4.
  case transport
  /// Packs of packets: 2.5.
  case program

  /// The kind of a file; nil for any other file.
  package init?(_ file: RandomAccessFile) {
    if file.bytes(at: 0, count: 4) == [0, 0, 1, 0xBA] {
      self = .program
    } else if TransportPrograms.packets(file) != nil {
      self = .transport
    } else {
      return nil
    }
  }
}
