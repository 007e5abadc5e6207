/**
 * Thrown when a command could not do its work, or not all of it, so that it may have changed something. The message is for
 * people; the exit code is 1.
 */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}
