// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials
internal import RetimeMedia
internal import RetimeSystem

/// A line of a batch's list: a file, or several to join, with its own output, job and options.
struct BatchLine: Decodable {
  let output: String?, job: BatchJob?, options: [String]
  /// The sources as given, each with its part; one unless the line has "inputs".
  let inputs: [String]
  /// The path of the first source.
  let input: String

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The error of an invalid line.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let known = ["input", "inputs", "output", "job", "options"]
    if let other = values.allKeys.first(where: { !known.contains($0.stringValue) }) {
      throw Fault(
        description:
          "there is no \"\(other.stringValue)\": a line has \(known.joined(separator: ", "))"
      )
    }
    (inputs, input) = try Self.inputs(values)
    do {
      output = try values.decodeIfPresent(String.self, forKey: Key("output"))
      options = try values.decodeIfPresent([String].self, forKey: Key("options")) ?? []
    } catch {
      throw Fault(
        description: "\"output\" is a path, and \"options\" are texts as [\"--factor\",\"2\"]"
      )
    }
    let named = try values.decodeIfPresent(String.self, forKey: Key("job"))
    guard inputs.count == 1 || named ?? "concat" == "concat" else {
      throw Fault(description: "\"inputs\" are joined by the job \"concat\": leave out \"job\"")
    }
    job = try (named ?? (inputs.count > 1 ? "concat" : nil)).map { name in
      guard let job = BatchJob(rawValue: name) else {
        let all = BatchJob.allCases.map(\.rawValue).joined(separator: ", ")
        throw Fault(description: "there is no job \"\(name)\": there are \(all)")
      }
      return job
    }
  }

  /// Returns the sources of a line, and the path of the first one.
  private static func inputs(
    _ values: KeyedDecodingContainer<Key>
  ) throws -> (all: [String], first: String) {
    guard values.contains(Key("inputs")) else {
      guard let input = try? values.decode(String.self, forKey: Key("input")), !input.isEmpty else {
        throw Fault(description: "\"input\" must be there, as the path of a file")
      }
      return ([input], input)
    }
    let all = (try? values.decode([String].self, forKey: Key("inputs"))) ?? []
    guard all.count >= 2, !all.contains(""), !values.contains(Key("input")) else {
      throw Fault(
        description: "\"inputs\" are the paths of two files or more, in place of \"input\""
      )
    }
    do throws(RetimeError) {
      let sources = try all.map { (text) throws(RetimeError) in
        try JobRequest.Source(parsing: text)
      }
      return (all, sources[0].input)
    } catch {
      throw Fault(description: error.description)
    }
  }
}

/// The list of a batch, in JSON lines.
enum BatchList {
  /// The maximum size of a list in bytes, enough for a million files.
  private static let mostBytes = 256 << 20

  /// Returns the lines of a file with their numbers, without empty lines.
  ///
  /// - Throws: an error that contains the number of the invalid line.
  static func lines(of path: String) throws(RetimeError) -> [(number: Int, line: BatchLine)] {
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try RandomAccessFile(path)
      guard file.byteCount <= mostBytes, let all = file.bytes(at: 0, count: file.byteCount) else {
        throw SystemError.inputOutput
      }
      bytes = all
    } catch {
      throw RetimeError(.cannotOpen, "the list '\(path)' cannot be read: \(error)")
    }
    var result: [(number: Int, line: BatchLine)] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard line.contains(where: { ![9, 13, 32].contains($0) }) else { continue }
      do {
        result.append((index + 1, try JSONDecoder().decode(BatchLine.self, from: Data(line))))
      } catch let fault as BatchLine.Fault {
        throw RetimeError(.usage, "'\(path)', line \(index + 1): \(fault)")
      } catch {
        throw RetimeError(
          .usage,
          "'\(path)', line \(index + 1) is no JSON object: give {\"input\":\"a.mp4\"}, one in each line"
        )
      }
    }
    return result
  }
}
