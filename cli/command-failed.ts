/** Thrown when a command stops after it has changed something, or may have; the message is for people, the exit code is 1. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}
