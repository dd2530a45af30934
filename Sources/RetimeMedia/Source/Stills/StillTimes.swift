// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeCore
internal import RetimeSystem

/// The source of the times of still images.
public enum StillTimes: Sendable, Equatable {
  /// The time at which each image was taken, from its EXIF metadata.
  case exif
  /// The modification time of each file.
  case file
  /// A file with times: an index that a job wrote, or a text with a time in seconds on each line.
  case list(String)
}

extension StillTimes {
  /// Returns the start of each image in seconds, and the end of the last one.
  ///
  /// Images of the same time, such as a burst within a second, are spaced evenly up to the next time. The last one
  /// lasts as long as the one before it.
  ///
  /// - Throws: `usage` if an image has no time, or one before that of the image before it.
  func starts(
    of files: [String],
    _ cancellation: Cancellation
  ) throws(RetimeError) -> [RationalTime] {
    let times = try times(of: files, cancellation)
    for index in times.indices.dropFirst() where times[index] < times[index - 1] {
      throw RetimeError(
        .usage,
        "'\(files[index])' is earlier than '\(files[index - 1])', which comes before it: images are read in the order of "
          + "their names, so rename them, or give --input-fps"
      )
    }
    var starts: [RationalTime] = []
    var index = 0
    while index < times.count {
      let next = times[index...].firstIndex { $0 > times[index] } ?? times.count
      let count = Int64(next - index)
      let length =
        next < times.count
        ? times[next].rational - times[index].rational
        : count > 1 ? Rational(1) : Self.lastStep(times, index)
      for number in 0..<count {
        starts.append(
          RationalTime(seconds: times[index].rational + length * Rational(number, count))
        )
      }
      index = next
      if next == times.count {
        starts.append(RationalTime(seconds: times[next - 1].rational + length))
      }
    }
    guard let first = starts.first else { return [] }
    return starts.map { $0 - first }
  }

  private static func lastStep(_ times: [RationalTime], _ index: Int) -> Rational {
    index > 0 ? times[index].rational - times[index - 1].rational : Rational(1, 25)
  }

  private func times(
    of files: [String],
    _ cancellation: Cancellation
  ) throws(RetimeError) -> [RationalTime] {
    switch self {
    case .list(let path): return try Self.listed(path, files)
    case .exif:
      var times: [RationalTime] = []
      for path in files {
        try cancellation.check()
        guard let time = (try? RandomAccessFile(path)).flatMap(ExifTime.taken) else {
          throw RetimeError(
            .usage,
            "'\(path)' has no EXIF time (DateTimeOriginal): give --times-from file, or --input-fps"
          )
        }
        times.append(time)
      }
      return times
    case .file:
      var times: [RationalTime] = []
      for path in files {
        try cancellation.check()
        do {
          times.append(RationalTime(nanoseconds: try RandomAccessFile(path).modified))
        } catch {
          throw RetimeError(.cannotOpen, "'\(path)' cannot be opened: \(error)")
        }
      }
      return times
    }
  }

  private static func listed(
    _ path: String,
    _ files: [String]
  ) throws(RetimeError) -> [RationalTime] {
    let list: TimeList
    do {
      let file = try RandomAccessFile(path)
      guard file.byteCount < 1 << 28, let bytes = file.bytes(at: 0, count: file.byteCount) else {
        throw RetimeError(.usage, "'\(path)' is too large for a list of times")
      }
      list = try TimeList(parsing: bytes)
    } catch let error as RetimeError {
      throw error
    } catch let error as TimeList.Problem {
      throw RetimeError(.usage, "'\(path)' is no list of times: \(error)")
    } catch {
      throw RetimeError(.cannotOpen, "'\(path)' cannot be opened: \(error)")
    }
    guard list.entries.contains(where: { $0.file != nil }) else {
      guard list.entries.count == files.count else {
        throw RetimeError(
          .usage,
          "'\(path)' has \(list.entries.count.counting("time")) for \(files.count.counting("image")): give one for each"
        )
      }
      return list.entries.map(\.time)
    }
    let times = Dictionary(list.entries.map { ($0.file ?? "", $0.time) }) { first, _ in first }
    var found: [RationalTime] = []
    for file in files {
      let name = file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
      guard let time = times[name] else {
        throw RetimeError(.usage, "'\(path)' has no time of '\(name)': give one for each image")
      }
      found.append(time)
    }
    return found
  }
}
