/**
 * Returns the LOG_LEVEL of a process that `npm start` launches: at least as verbose as `info`, because `npm start` waits for `info`
 * lines in the log file of that process.
 */
export function talkativeLogLevel(): string {
  const { LOG_LEVEL: requested = 'info' } = process.env;
  return ['trace', 'debug'].includes(requested) ? requested : 'info';
}
