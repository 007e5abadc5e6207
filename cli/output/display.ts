/** How output is displayed. */
export interface Display {
  /** The width of the terminal in columns; null: lines have no limit. */
  width: number | null;
  hasColors: boolean;
  /** The time that ages such as “3 min ago” refer to; null: times are shown exactly. */
  nowMs: number | null;
}

/**
 * Returns how to display text on an output: a terminal, or plain text for programs. @param isExact whether even a terminal shows
 * exact times
 */
export function displayOf(output: Output, isExact: boolean): Display {
  if (output.isTTY !== true) return { width: null, hasColors: false, nowMs: null };
  return {
    // Some terminals report a width of 0 if they do not know it.
    width: output.columns || null,
    // Node handles NO_COLOR, and terminals without colors.
    hasColors: output.hasColors?.() ?? false,
    nowMs: isExact ? null : Date.now(),
  };
}

/** The properties of standard output that decide the display. */
interface Output {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  hasColors?: () => boolean;
}
