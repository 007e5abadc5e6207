import { delimiter, isAbsolute } from 'node:path';
import { FORMER_NAMES, VARIABLES } from './environment.ts';

/** What the process of a job has of the worker's environment even if its type declares nothing. */
const ALWAYS = ['NODE_ENV', 'TZ', 'LANG'];

const OWN_NAMES = [...Object.keys(VARIABLES), ...FORMER_NAMES];

/** Variables of Crawlchain, Node, the dynamic linker and PostgreSQL: with them, a job could leave its process or reach the database. */
const RESERVED = /^(?:CRAWLCHAIN_|NODE_|LD_|PG)/;

/** Whether the type of a job may not have a variable. */
export function isReservedVariable(name: string): boolean {
  return RESERVED.test(name) || OWN_NAMES.includes(name);
}

/** Returns the environment of a job's process. @param declared the names that its type declares */
export function jobVariables(
  declared: readonly string[] = [],
  source: Record<string, string | undefined> = process.env,
): Record<string, string> {
  const names = [...ALWAYS, ...declared.filter((name) => !isReservedVariable(name))];
  return Object.fromEntries(
    names.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]])),
  );
}

/** Returns the folders of PATH. A relative one would depend on where the worker was started. */
export function programFolders(source: Record<string, string | undefined> = process.env): string[] {
  return (source['PATH'] ?? '').split(delimiter).filter(isAbsolute);
}
