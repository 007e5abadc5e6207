/** The result of checking one part of the installation. */
export interface Finding {
  part: string;
  /**
   * `notice`: unusual, but possibly intended. `warning`: the part works, but may not for long. `unknown`: another part has to be
   * fixed before this one can be checked.
   */
  state: 'ok' | 'notice' | 'warning' | 'broken' | 'unknown';
  found: string;
  /** What to do; null: nothing. */
  mend: string | null;
}

/** Returns the finding that a part works. */
export function ok(part: string, found: string): Finding {
  return { part, state: 'ok', found, mend: null };
}

/**
 * Returns the finding that a part is in an unusual state, which may be intended. @param mend what to do if it is not; null:
 * nothing
 */
export function notice(part: string, found: string, mend: string | null): Finding {
  return { part, state: 'notice', found, mend };
}

/** Returns the finding that a part works, but needs attention. */
export function warning(part: string, found: string, mend: string): Finding {
  return { part, state: 'warning', found, mend };
}

/** Returns the finding that a part does not work. */
export function broken(part: string, found: string, mend: string): Finding {
  return { part, state: 'broken', found, mend };
}

/** Returns the finding that a part cannot be checked yet. */
export function unknown(part: string, found: string): Finding {
  return { part, state: 'unknown', found, mend: null };
}

/** Returns the message of an error, in one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ');
}
