/** Thrown when a command refuses its call and changes nothing; the message names what was given and what is accepted. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

/** Thrown when a person ends a question of the command with Ctrl-C; nothing was changed, and the exit code is 130. */
export class CommandInterrupted extends CommandRefused {
  override name = 'CommandInterrupted';
}
