import { html, type Answer } from './answer.ts';
import { NOT_FOUND } from './menu-pages.ts';

/** The robots.txt of each host. A host has none until one is set. */
export interface RobotsFiles {
  /** @param text null removes the file */
  set(host: string, text: string | null): void;
  answer(host: string): Answer;
}

/** Creates a registry without files. A host without a file answers 404. */
export function createRobotsFiles(): RobotsFiles {
  const textByHost = new Map<string, string>();
  return {
    set: (host, text) => void (text === null ? textByHost.delete(host) : textByHost.set(host, text)),
    answer(host) {
      const text = textByHost.get(host);
      return text === undefined
        ? html(NOT_FOUND, 404)
        : { status: 200, contentType: 'text/plain; charset=utf-8', body: text };
    },
  };
}
