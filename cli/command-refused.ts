/** Thrown when a command may not do what it was asked; the message says what was given and what is accepted. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}
