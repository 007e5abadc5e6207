/**
 * The LOG_LEVEL of a process that the start launches. The start waits for `info` lines in a log file, so a less verbose level is
 * raised to `info`.
 */
export function talkativeLogLevel(): string {
  const { LOG_LEVEL: requested = 'info' } = process.env;
  return ['trace', 'debug'].includes(requested) ? requested : 'info';
}
