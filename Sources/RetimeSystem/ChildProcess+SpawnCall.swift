// SPDX-License-Identifier: MPL-2.0

internal import Glibc
internal import Synchronization

/// One call of `posix_spawn`; `lock` is held from the creation of its pipes to the end of the call.
///
/// Without the lock, another child could inherit a new pipe that is not yet marked close-on-exec.
/// Two children that hold each other's lifelines would never end.
struct SpawnCall {
  static let lock = Mutex(())

  let command: ChildProcess.Command
  let pipes: Pipes

  /// Starts the program and returns its process ID.
  ///
  /// - Throws: the error of `posix_spawn`, such as a missing program.
  func start() throws(SystemError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, pipes.output.child, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, pipes.errors.child, 2)
    // A server's sockets are not close-on-exec: close all descriptors beyond the standard streams
    // here.
    let kept = pipes.lifeline.map { _ in Lifeline.descriptor }
    if let lifeline = pipes.lifeline {
      unsafe posix_spawn_file_actions_adddup2(&actions, lifeline.child, Lifeline.descriptor)
    }
    for descriptor in Descriptors.open where descriptor > 2 && descriptor != kept {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var every = sigset_t()
    unsafe sigfillset(&every)
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &every)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var arguments = unsafe CStrings(["retime"] + command.arguments)
    defer { unsafe arguments.free() }
    var environment = unsafe CStrings(variables)
    defer { unsafe environment.free() }
    var number = pid_t()
    let failure = unsafe posix_spawn(
      &number,
      command.executable,
      &actions,
      &attributes,
      &arguments.pointers,
      &environment.pointers
    )
    guard failure == 0 else { throw SystemError(code: failure) }
    if command.niceness > 0 {
      // A failure is ignored: the program runs at normal priority.
      _ = setpriority(
        __priority_which_t(PRIO_PROCESS.rawValue),
        id_t(number),
        Int32(command.niceness)
      )
    }
    return number
  }

  /// The child's environment: this process's variables, overridden by the command's.
  private var variables: [String] {
    var own = command.environment
    own[Lifeline.variable] = command.hasLifeline ? "\(Lifeline.descriptor)" : nil
    var all = own.map { "\($0.key)=\($0.value)" }
    var next = unsafe environ
    while let text = unsafe next.pointee {
      let variable = unsafe PathText.text(of: text)
      let name = variable.prefix { $0 != "=" }
      if own[String(name)] == nil, name != Lifeline.variable { all.append(variable) }
      unsafe next += 1
    }
    return all
  }
}

/// A null-terminated array of C strings.
@unsafe private struct CStrings {
  var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) {
    unsafe pointers = unsafe texts.map { unsafe strdup($0.systemPath) } + [nil]
  }

  func free() { unsafe pointers.forEach { unsafe Glibc.free($0) } }
}
