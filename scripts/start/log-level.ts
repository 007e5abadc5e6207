/**
 * The LOG_LEVEL of a process that is started here. What a start waits for are lines of the level `info`, which go to a file: where
 * less was asked for, these are written all the same.
 */
export function talkativeLogLevel(): string {
  const { LOG_LEVEL: asked = 'info' } = process.env;
  return ['trace', 'debug'].includes(asked) ? asked : 'info';
}
