// SPDX-License-Identifier: MPL-2.0

#if Studio

// The order of the waiting jobs.

extension JobQueue {
  /// The waiting jobs, the next one first.
  var waiting: [Job] {
    jobs.values.filter { $0.state == .waiting }.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  /// Moves a waiting job to a position, counted from 1; a position past the end means the last.
  func move(_ id: Int, to position: Int) async throws -> Job {
    let job = try job(id)
    var order = waiting
    guard let index = order.firstIndex(where: { $0.id == id }) else {
      throw RequestError.conflict("job \(id) does not wait: it is \(job.state.rawValue)")
    }
    let places = order.map(\.place)
    let moved = order.remove(at: index)
    order.insert(moved, at: min(position - 1, order.count))
    for index in order.indices { order[index].place = places[index] }
    for job in order { jobs[job.id] = job }
    tellWaiting()
    try await store.save(places: order)
    return try self.job(id)
  }
}
#endif
