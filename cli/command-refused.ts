/** Thrown when a command refuses its call and changes nothing; the message names what was given and what is accepted. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}
