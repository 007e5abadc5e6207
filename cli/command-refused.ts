/** Thrown when a command refuses its call; the message names what was given and what is accepted. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}
