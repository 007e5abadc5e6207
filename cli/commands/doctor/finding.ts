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

/** Creates the findings about a part. */
export function findingsOf(part: string) {
  return {
    ok: (found: string): Finding => ({ part, state: 'ok', found, mend: null }),
    notice: (found: string, mend: string): Finding => ({ part, state: 'notice', found, mend }),
    warning: (found: string, mend: string): Finding => ({ part, state: 'warning', found, mend }),
    broken: (found: string, mend: string): Finding => ({ part, state: 'broken', found, mend }),
    unknown: (found: string): Finding => ({ part, state: 'unknown', found, mend: null }),
  };
}

/** Returns the message of an error, in one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ');
}
