// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia

/// The queue of a cluster, which encodes parts on its nodes and joins them.
protocol PartQueue {
  /// Submits the parts of a stored plan, and the join that runs after them.
  func submit(_ order: QueueOrder) throws(RetimeError) -> QueuedJob
  /// Returns the states of all tasks of a job; nil if the queue does not answer or no longer has the job.
  func tasks(of job: QueuedJob) throws(RetimeError) -> [QueueTask]?
  /// Removes a job from the queue and ends its running tasks.
  func cancel(_ job: QueuedJob) throws(RetimeError)
}

/// The job to submit to a queue.
struct QueueOrder {
  /// The work folder with the plan, and the folder that relative paths refer to; both are absolute.
  let work: String, folder: String
  /// The numbers of the parts to encode.
  let parts: [Int]
  /// Whether an existing output may be replaced, and whether the output is verified.
  let overwrites: Bool, verifies: Bool
  let stallTimeout: Int
  /// The options passed on to the queue.
  let options: FarmOptions
}

/// A job in a queue, identified by the queue's job IDs; stored in the work folder.
struct QueuedJob: Codable, Equatable {
  /// The ID of the job that encodes the parts; nil if all parts existed.
  var parts: String?
  /// The ID of the job that joins the parts.
  var join: String

  /// The ID shown to users.
  var id: String { parts ?? join }
}

/// A task of a job in a queue.
struct QueueTask: Equatable {
  /// The part's number; nil for the join.
  var part: Int?
  var state: State
  /// The number of restarts, for example after the loss of a node.
  var restarts: Int
  /// The node that runs or ran it, and its exit status.
  var node: String, status: Int32

  /// The states of a task.
  enum State: String {
    case waiting, running, done, failed
  }
}
