import { randomBytes } from 'node:crypto';

/**
 * A bot check in front of the menu host's API. It admits only requests with the cookie that the page's own script sets. The script
 * computes the cookie from a number that is new on each page, and the cookie is valid only for the exit address that loaded the page. So
 * a client that runs no script has no cookie, and a copied cookie does not work elsewhere.
 */
export interface Gate {
  isClosed(): boolean;
  setClosed(closed: boolean): void;
  /** Returns the script for a page requested from this exit address; empty while the gate is open. */
  scriptFor(exitAddress: string): string;
  admits(cookies: string | undefined, exitAddress: string): boolean;
}

// The most numbers that are remembered: numbers of pages whose script never ran must not accumulate.
const NUMBERS_MAX = 10_000;

/** Creates an open gate. Once it is closed, it admits only clients that have loaded a page. */
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

/** Computes the second part of the cookie from the page's number, here and in the page. */
function workOut(number: string): number {
  let result = 2_166_136_261;
  for (let at = number.length - 1; at >= 0; at -= 1) {
    result = Math.imul(result ^ number.charCodeAt(at), 16_777_619) >>> 0;
  }
  return result;
}

/** Sets the cookie. Runs in the page. */
function setPass(number: string, work: (number: string) => number): void {
  const page = globalThis as unknown as { document: { cookie: string } };
  page.document.cookie = `pass=${number}.${work(number)}; path=/; secure; samesite=lax`;
}
