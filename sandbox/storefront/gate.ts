import { randomBytes } from 'node:crypto';

/**
 * A bot check before the menu host's API: it admits requests with the cookie that the page's own script sets. The script computes
 * it from a number that is new on each page, and the cookie is valid for the exit address that loaded the page: a client that
 * only sends requests has none, and a copied one does not work elsewhere.
 */
export interface Gate {
  isClosed(): boolean;
  setClosed(closed: boolean): void;
  /** The script for a page requested from this exit address; empty while the gate is open. */
  scriptFor(exitAddress: string): string;
  admits(cookies: string | undefined, exitAddress: string): boolean;
}

// Numbers of pages that were loaded and never came back must not accumulate.
const NUMBERS_MAX = 10_000;

/** Creates an open gate. Once closed, it admits clients that load a page. */
export function createGate(): Gate {
  let isClosed = false;
  const exitByNumber = new Map<string, string>();
  return {
    isClosed: () => isClosed,
    setClosed: (closed) => void (isClosed = closed),
    scriptFor(exitAddress) {
      if (!isClosed) return '';
      if (exitByNumber.size >= NUMBERS_MAX) exitByNumber.clear();
      const number = randomBytes(12).toString('hex');
      exitByNumber.set(number, exitAddress);
      return `<script>(${setPass.toString()})('${number}', ${workOut.toString()});</script>`;
    },
    admits(cookies = '', exitAddress) {
      const [, number = '', result] = /(?:^|;\s*)pass=([0-9a-f]+)\.(\d+)/.exec(cookies) ?? [];
      return exitByNumber.get(number) === exitAddress && result === String(workOut(number));
    },
  };
}

/** Also runs in the page. */
function workOut(number: string): number {
  let result = 2_166_136_261;
  for (let at = number.length - 1; at >= 0; at -= 1) {
    result = Math.imul(result ^ number.charCodeAt(at), 16_777_619) >>> 0;
  }
  return result;
}

/** Runs in the page. */
function setPass(number: string, work: (number: string) => number): void {
  const page = globalThis as unknown as { document: { cookie: string } };
  page.document.cookie = `pass=${number}.${work(number)}; path=/; secure; samesite=lax`;
}
