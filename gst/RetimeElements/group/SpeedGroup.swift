// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import Synchronization

/// The elements of a process whose property `group` has the same value: one factor, map and pitch, changed at one running time.
///
/// A change takes effect at the latest running time of the input that one of the elements has reached. No element has passed
/// it then, so all have the same map of times, however far apart they are when the property is set.
///
/// Members that were flushed by the same seek share an epoch, in which running times are comparable.
final class SpeedGroup: Sendable {
  /// A factor, and the running time of the input from which it applies, in nanoseconds.
  struct Change: Sendable {
    let factor: Factor
    let time: Int64
    /// The number of the change in the group, from 1.
    fileprivate let number: Int
  }

  /// A change of a member's settings, on another thread; it must neither block nor call the group.
  typealias Update = @Sendable (GroupSetting) -> Void

  private struct Member {
    let update: Update
    /// Whether its input may be far ahead of what is shown, as that of subtitles: then it delays no change.
    let isAhead: Bool
    /// Whether it follows the pitch.
    let hasPitch: Bool
    var epoch: UInt32?
    /// The running time that its input has reached in the epoch; nil before its first segment.
    var reached: Int64?
    /// The number of the last change that it knows.
    var known = 0
  }

  private struct Epoch {
    /// The factor from the start on, and the changes after it.
    var start: Factor
    var changes: [Change] = []
    var pitch: PitchCourse
  }

  private struct State {
    var factor = FactorSetting()
    var map = MapSetting()
    var pitch = PitchSetting()
    var members: [ObjectIdentifier: Member] = [:]
    var epochs: [UInt32: Epoch] = [:]
    var count = 0

    /// The members of an epoch.
    func members(of epoch: UInt32) -> [Member] { members.values.filter { $0.epoch == epoch } }

    /// The latest running time that the input of a member has reached in an epoch.
    func reached(_ epoch: UInt32) -> Int64? { members(of: epoch).compactMap(\.reached).max() }

    /// Returns the group's setting of the same kind.
    func current(_ setting: GroupSetting) -> GroupSetting {
      switch setting {
      case .time: .time(factor, map)
      case .pitch: .pitch(pitch)
      }
    }
  }

  private let state = Mutex(State())

  private init() {}

  // MARK: - Membership

  private static let groups = Mutex<[String: SpeedGroup]>([:])

  /// Adds a member to the group of a name, and returns the group with its settings.
  ///
  /// The first member brings its settings `own` into the group. So does a later one where those of the group are the
  /// defaults.
  static func join(
    _ name: String,
    as id: ObjectIdentifier,
    isAhead: Bool,
    hasPitch: Bool,
    bringing own: [GroupSetting],
    _ update: @escaping Update
  ) -> (group: SpeedGroup, settings: [GroupSetting]) {
    let (group, known) = groups.withLock { groups in
      let group = groups[name] ?? SpeedGroup()
      groups[name] = group
      return (
        group,
        group.state.withLock { state in
          state.members[id] = Member(update: update, isAhead: isAhead, hasPitch: hasPitch)
          return own.map(state.current)
        }
      )
    }
    for (setting, known) in zip(own, known) where known.isDefault { group.set(setting) }
    return (group, zip(own, known).map { $1.isDefault ? $0 : $1 })
  }

  /// Removes a member; a group without members is forgotten.
  static func leave(_ name: String, as id: ObjectIdentifier) {
    groups.withLock { groups in
      let isEmpty = groups[name]?.state.withLock { state in
        state.members[id] = nil
        return state.members.isEmpty
      }
      if isEmpty ?? false { groups[name] = nil }
    }
  }

  // MARK: - Settings

  /// Changes a setting of all members.
  func set(_ setting: GroupSetting) {
    state.withLock { state in
      for member in state.members.values { member.update(setting) }
      switch setting {
      case .time(let factor, let map):
        let isSame = state.factor == factor
        (state.factor, state.map) = (factor, map)
        if !isSame { Self.change(&state, factor.factor) }
      case .pitch(let pitch):
        let isSame = state.pitch.pitch == pitch.pitch
        state.pitch = pitch
        guard !isSame else { return }
        for id in state.epochs.keys {
          let reached = state.reached(id)
          state.epochs[id]?.pitch.set(pitch, at: reached)
        }
      }
    }
  }

  /// Adds a change of the factor to all epochs.
  private static func change(_ state: inout State, _ factor: Factor) {
    state.count += 1
    for id in state.epochs.keys {
      guard let reached = state.reached(id) else {
        state.epochs[id]?.start = factor
        continue
      }
      let last = state.epochs[id]?.changes.last?.time ?? reached
      let change = Change(factor: factor, time: max(reached, last), number: state.count)
      state.epochs[id]?.changes.append(change)
    }
  }

  // MARK: - On the streaming threads

  /// Starts an epoch for a member.
  ///
  /// `epoch`: the sequence number of the flush, 0 after a start; nil if the member stops.
  func begin(_ epoch: UInt32?, _ id: ObjectIdentifier) {
    state.withLock { state in
      state.members[id]?.epoch = epoch
      state.members[id]?.reached = nil
      state.members[id]?.known = 0
      let used = Set(state.members.values.compactMap(\.epoch))
      state.epochs = state.epochs.filter { used.contains($0.key) }
      if let epoch, state.epochs[epoch] == nil {
        state.epochs[epoch] = Epoch(start: state.factor.factor, pitch: PitchCourse(state.pitch))
      }
    }
  }

  /// Returns the factor at the start of a member's segment, of which `time` is the running time; nil if it has not started.
  func factor(at time: Int64, _ id: ObjectIdentifier) -> Factor? {
    state.withLock { state in
      guard var member = state.members[id], let epoch = member.epoch,
        let known = state.epochs[epoch]
      else { return nil }
      let past = known.changes.last { $0.time < time }
      member.reached = max(member.reached ?? time, time)
      // Changes after the start apply to the segment too, also those that an earlier one knew.
      member.known = past?.number ?? 0
      state.members[id] = member
      return past?.factor ?? known.start
    }
  }

  /// Records the running time that a member's input reaches, and returns the changes that it does not know yet.
  func advance(to time: Int64, _ id: ObjectIdentifier) -> [Change] {
    state.withLock { state in
      guard let member = state.members[id], let epoch = member.epoch,
        let known = state.epochs[epoch]
      else { return [] }
      if !member.isAhead { state.members[id]?.reached = max(member.reached ?? time, time) }
      guard let last = known.changes.last, last.number > member.known else { return [] }
      state.members[id]?.known = last.number
      forget(epoch, &state)
      return known.changes.filter { $0.number > member.known }
    }
  }

  /// Returns the pitch of a member's buffer, and records the running time that its input reaches with that pitch.
  func pitch(
    from start: Int64,
    to end: Int64,
    reaching: (PitchSetting) -> Int64,
    _ id: ObjectIdentifier
  ) -> PitchSetting? {
    state.withLock { state in
      guard let member = state.members[id], let epoch = member.epoch,
        let pitch = state.epochs[epoch]?.pitch.pitch(from: start, to: end)
      else { return nil }
      let time = reaching(pitch)
      state.members[id]?.reached = max(member.reached ?? time, time)
      let followers = state.members(of: epoch).filter(\.hasPitch)
      state.epochs[epoch]?.pitch.forget(before: followers.map { $0.reached ?? .min }.min() ?? .min)
      return pitch
    }
  }

  /// The changes that a member does not know yet.
  func pending(_ id: ObjectIdentifier) -> [Change] {
    state.withLock { state in
      guard let member = state.members[id], let epoch = member.epoch else { return [] }
      return (state.epochs[epoch]?.changes ?? []).filter { $0.number > member.known }
    }
  }

  /// Drops the changes that all members of an epoch know and have passed.
  private func forget(_ epoch: UInt32, _ state: inout State) {
    let members = state.members(of: epoch)
    let known = members.map(\.known).min() ?? 0
    let reached = members.filter { !$0.isAhead }.map { $0.reached ?? .min }.min() ?? .min
    while let first = state.epochs[epoch]?.changes.first, first.number <= known,
      first.time < reached, (state.epochs[epoch]?.changes.count ?? 0) > 1
    {
      state.epochs[epoch]?.start = first.factor
      state.epochs[epoch]?.changes.removeFirst()
    }
  }
}
