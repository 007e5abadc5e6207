/** What was found about a part of the installation. */
export interface Finding {
  part: string;
  /**
   * `notice`: it is as it may be meant to be. `warning`: it works, and may not for long. `unknown`: another part has to be
   * mended before it can be looked at.
   */
  state: 'ok' | 'notice' | 'warning' | 'broken' | 'unknown';
  found: string;
  /** What to do; null where nothing is to be done. */
  mend: string | null;
}

/** The part works. */
export function ok(part: string, found: string): Finding {
  return { part, state: 'ok', found, mend: null };
}

/** The part is not there, or open, which may be meant so. @param mend what to do where it is not meant so */
export function notice(part: string, found: string, mend: string | null): Finding {
  return { part, state: 'notice', found, mend };
}

/** The part works, and asks for a look. */
export function warning(part: string, found: string, mend: string): Finding {
  return { part, state: 'warning', found, mend };
}

/** The part does not work. */
export function broken(part: string, found: string, mend: string): Finding {
  return { part, state: 'broken', found, mend };
}

/** The part cannot be looked at yet. */
export function unknown(part: string, found: string): Finding {
  return { part, state: 'unknown', found, mend: null };
}

/** What an error says, in one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ');
}
