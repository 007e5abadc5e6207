import { readPageCommands } from './page-commands.ts';

/** A line that only defines something for the lines after it: a function, or a file of settings. */
const DEFINES = /^(\. |\w+\(\) )/;

/** Values of a test, in place of those that a page shows. */
export type OwnValues = readonly (readonly [theirs: string, own: string])[];

/** Puts a test's own values into a line of a page. */
export function withOwnValues(line: string, values: OwnValues): string {
  return values.reduce((text, [theirs, own]) => text.replaceAll(theirs, own), line);
}

/** How a test follows a page. */
export interface Follower {
  values: OwnValues;
  /** Lines that this machine cannot run. */
  notRun?: RegExp;
  /** Runs a line. @returns its output @throws if it fails */
  run: (line: string) => Promise<string>;
  /** Runs before a line that begins like this, and makes true what the page says about it. */
  before?: Record<string, () => Promise<void>>;
}

/**
 * Runs the commands of a how-to page in their order, as one session of a shell would.
 * @returns what each line printed
 */
export async function followPage(
  page: string,
  { values, notRun, run, before = {} }: Follower,
): Promise<Map<string, string>> {
  const printed = new Map<string, string>();
  const definitions: string[] = [];
  for (const line of await readPageCommands(page)) {
    if (notRun?.test(line)) continue;
    const own = withOwnValues(line, values);
    if (DEFINES.test(line)) {
      definitions.push(own);
      continue;
    }
    const [, prepare] = Object.entries(before).find(([start]) => line.startsWith(start)) ?? [];
    await prepare?.();
    printed.set(line, await run([...definitions, own].join('\n')));
  }
  return printed;
}
