// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia

/// The queue of a cluster, which makes parts on its nodes and joins them.
protocol PartQueue {
  /// Puts the parts of a stored plan into the queue, and behind them what joins them.
  func submit(_ order: QueueOrder) throws(RetimeError) -> QueuedJob
  /// How all pieces of a job are; nil where the queue does not answer or has forgotten the job.
  func tasks(of job: QueuedJob) throws(RetimeError) -> [QueueTask]?
  /// Takes a job out of the queue, and ends what runs of it.
  func cancel(_ job: QueuedJob) throws(RetimeError)
}

/// What a queue is to do.
struct QueueOrder {
  /// The work folder, which holds the plan, and the folder from which names count; both from the root.
  let work: String, folder: String
  /// The numbers of the parts that are to be made.
  let parts: [Int]
  /// Whether a result that is there may be replaced, and whether it is compared with what the plan makes.
  let overwrites: Bool, verifies: Bool
  let stallTimeout: Int
  /// What of it is passed on to the queue.
  let options: FarmOptions
}

/// A job in a queue, by its numbers there; stored in the work folder.
struct QueuedJob: Codable, Equatable {
  /// The number of the parts together; nil where all were there.
  var parts: String?
  /// The number of what joins them.
  var join: String

  /// The number by which people call it.
  var id: String { parts ?? join }
}

/// A piece of a job in a queue.
struct QueueTask: Equatable {
  /// The part's number; nil for what joins the parts.
  var part: Int?
  var state: State
  /// How often it began anew, as after the loss of a node.
  var restarts: Int
  /// Where it runs or ran, and the status with which it ended.
  var node: String, status: Int32

  /// How it is.
  enum State: String {
    case waiting, running, done, failed
  }
}
