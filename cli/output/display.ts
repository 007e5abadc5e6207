/** How things are shown to whoever reads. */
export interface Display {
  /** The width of the terminal; null: nothing limits a line. */
  width: number | null;
  hasColors: boolean;
  /** The moment that times are told from, such as “3 min ago”; null: they are told exactly. */
  nowMs: number | null;
}

/** The look for standard output: that of a terminal, or text for programs. @param isExact tells times exactly in a terminal too */
export function displayOf(output: Output, isExact: boolean): Display {
  if (output.isTTY !== true) return { width: null, hasColors: false, nowMs: null };
  return {
    // Some terminals say that they are 0 wide, when they do not know.
    width: output.columns || null,
    // Node knows NO_COLOR, and terminals without colours.
    hasColors: output.hasColors?.() ?? false,
    nowMs: isExact ? null : Date.now(),
  };
}

/** What has to be known of standard output. */
interface Output {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  hasColors?: () => boolean;
}
