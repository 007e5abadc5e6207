import { parseArgs } from 'node:util';
import type { SandboxOptions } from './start-sandbox.ts';

/** Thrown for invalid flags; the message says what was given and what is accepted. */
export class BadFlagError extends Error {}

export interface CommandLine extends SandboxOptions {
  /** Whether the sandbox stops when standard input ends: for a parent process that may die without stopping the sandbox. */
  exitWithStdin: boolean;
}

const FLAGS = {
  seed: { type: 'string' },
  dispensaries: { type: 'string' },
  products: { type: 'string' },
  'rest-dispensaries': { type: 'string' },
  'state-dir': { type: 'string' },
  captures: { type: 'string' },
  'exit-with-stdin': { type: 'boolean' },
} as const;

const USAGE =
  'Accepted are --seed N, --dispensaries N, --products N, --rest-dispensaries N, --state-dir DIR, --captures DIR and --exit-with-stdin.';
const STATE_DIR_USUAL = '.data/sandbox';
const DISPENSARIES_MAX = 5000;
const PRODUCTS_MAX = 20_000;

/** Reads the flags of the sandbox's command. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const values = readFlags(args);
  return {
    seed: wholeNumber('seed', values.seed, { low: 0, high: Number.MAX_SAFE_INTEGER }),
    dispensaries: wholeNumber('dispensaries', values.dispensaries, { low: 0, high: DISPENSARIES_MAX }),
    products: wholeNumber('products', values.products, { low: 1, high: PRODUCTS_MAX }),
    restDispensaries: wholeNumber('rest-dispensaries', values['rest-dispensaries'], {
      low: 0,
      high: DISPENSARIES_MAX,
    }),
    stateDir: values['state-dir'] ?? STATE_DIR_USUAL,
    captures: values.captures,
    exitWithStdin: values['exit-with-stdin'] ?? false,
  };
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, strict: true }).values;
  } catch (cause) {
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('. ');
    throw new BadFlagError(`${reason}. ${USAGE}`, { cause });
  }
}

function wholeNumber(
  flag: string,
  text: string | undefined,
  range: { low: number; high: number },
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= range.low && value <= range.high) return value;
  throw new BadFlagError(
    `Expected --${flag} to be a whole number from ${range.low} to ${range.high}, got ${text}. ${USAGE}`,
  );
}
