import { randomBytes } from 'node:crypto';

/**
 * A gate before the menu host's API: it lets in who shows the cookie that the page's own script sets. The script works it
 * out from a number that is new on each page, and the cookie holds for the exit address that loaded the page: who only
 * sends requests has none, and none that is copied is of use elsewhere.
 */
export interface Gate {
  isClosed(): boolean;
  setClosed(closed: boolean): void;
  /** The script for a page that was asked for from this exit address; nothing while the gate is open. */
  scriptFor(exitAddress: string): string;
  admits(cookies: string | undefined, exitAddress: string): boolean;
}

// A page that was loaded and never came back must not be kept for ever.
const NUMBERS_MAX = 10_000;

/** A gate that is open until it is closed, and then admits whoever loads a page. */
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

/** Runs in the page, too. */
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
