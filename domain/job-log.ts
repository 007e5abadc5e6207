/** What a run of a job keeps of its log; then the oldest lines fall away. */
export const LOG_LINES_MAX = 1_000;
export const LOG_BYTES_MAX = 262_144;

/** The length of a logged line, in characters. The rest is cut off. */
const LOG_LINE_LENGTH_MAX = 2_000;

/** Returns the lines of a logged text, the long ones cut. */
export function logLinesOf(text: string): string[] {
  // Whatever follows can fill no line that is kept.
  const lines = text.slice(0, LOG_BYTES_MAX).split(/\r?\n/, LOG_LINES_MAX);
  return lines.map((line) =>
    line.length > LOG_LINE_LENGTH_MAX ? `${line.slice(0, LOG_LINE_LENGTH_MAX)}…` : line,
  );
}
