import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { resolve } from 'node:path';
import { StartRefused } from './refusal.ts';

export interface StartOptions {
  once: boolean;
  json: boolean;
  dispensaries: number;
  products: number;
  seed: number;
  passes: number;
  dataDir: string;
  captures: string | null;
  /** The URL of a real store's menu, to crawl instead of a sandbox. */
  url: string | null;
  /** A file with the proxies for the real store. */
  proxies: string | null;
  /** Whether unused given servers may become the sandbox's. */
  markAsSandbox: boolean;
  /** The text to print instead of starting, or null. */
  help: string | null;
}

const HELP = `npm start -- [options]

Brings up PostgreSQL, Temporal, a sandbox storefront with proxies and a worker, crawls the storefront's menus, and
stays up until Ctrl-C.

  --once              stop when the passes are done; exit code 0 when every crawl succeeded
  --json              print the summary as one JSON object, the last line of standard output
  --dispensaries N    dispensaries in the sandbox (default 12)
  --products N        approximate number of products on a menu (default 60)
  --seed N            menus are made from this number (default 1)
  --passes N          crawl the menus N times; they change between passes (default 1)
  --data-dir DIR      databases, payloads, images and logs (default .data)
  --captures DIR      also serve each captured menu (*.json) in DIR as one dispensary
  --mark-as-sandbox   let it fill the servers of DATABASE_URL and TEMPORAL_ADDRESS, which nobody may have used yet
  --url URL           crawl the real store of this menu in place of a sandbox, in a folder of its own (default .data-real)
  --proxies FILE      the proxies for --url, one a line; kept for the next start
  --help              print this
`;

/**
 * Reads the command line.
 * @throws StartRefused naming the option, what was given and what is accepted
 */
export function readOptions(args: string[]): StartOptions {
  const values = parseOptions(args, { options: OPTIONS, command: 'npm start' });
  refuseMixed(values);
  return {
    once: values.once ?? false,
    json: values.json ?? false,
    dispensaries: wholeNumber('dispensaries', values.dispensaries ?? '12', { min: 1, max: 5000 }),
    products: wholeNumber('products', values.products ?? '60', { min: 1, max: 20_000 }),
    seed: wholeNumber('seed', values.seed ?? '1', { min: 0, max: 2 ** 31 - 1 }),
    passes: wholeNumber('passes', values.passes ?? '1', { min: 1, max: 1000 }),
    dataDir: folder('data-dir', values['data-dir'] ?? (values.url === undefined ? '.data' : '.data-real')),
    captures: values.captures === undefined ? null : folder('captures', values.captures),
    url: values.url ?? null,
    proxies: values.proxies ?? null,
    markAsSandbox: values['mark-as-sandbox'] ?? false,
    help: values.help ? HELP : null,
  };
}

const OPTIONS = {
  once: { type: 'boolean' },
  json: { type: 'boolean' },
  dispensaries: { type: 'string' },
  products: { type: 'string' },
  seed: { type: 'string' },
  passes: { type: 'string' },
  'data-dir': { type: 'string' },
  captures: { type: 'string' },
  url: { type: 'string' },
  proxies: { type: 'string' },
  'mark-as-sandbox': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const OF_THE_SANDBOX = ['dispensaries', 'products', 'seed', 'passes', 'captures', 'mark-as-sandbox'] as const;

/** Refuses options of the sandbox together with those of a real store, and proxies without a store. @throws StartRefused */
function refuseMixed(values: Record<string, unknown>): void {
  if (values['proxies'] !== undefined && values['url'] === undefined)
    throw new StartRefused('--proxies is for --url alone; the sandbox has proxies of its own');
  const other = OF_THE_SANDBOX.find((name) => values['url'] !== undefined && values[name] !== undefined);
  if (other !== undefined) throw new StartRefused(`--${other} is of the sandbox, and --url starts none`);
}

/**
 * Splits a command line into its options.
 * @param command as typed, for the message
 * @throws StartRefused for an unknown option
 */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  { options, command }: { options: Options; command: string },
) {
  try {
    return parseArgs({ args, allowPositionals: false, options }).values;
  } catch (error) {
    // Node adds its own advice after the first sentence, on further lines.
    const sentence = (error as Error).message.split(/\.\s/)[0]?.replace(/\.$/, '') ?? '';
    throw new StartRefused(`${sentence}. \`${command} -- --help\` lists the options.`, { cause: error });
  }
}

/**
 * Reads a whole number within bounds.
 * @throws StartRefused
 */
export function wholeNumber(name: string, given: string, { min, max }: { min: number; max: number }): number {
  const number = Number(given);
  if (!/^\d+$/.test(given) || number < min || number > max) {
    throw new StartRefused(
      `--${name} is ${JSON.stringify(given)}; it takes a whole number from ${min} to ${max}`,
    );
  }
  return number;
}

/**
 * Reads the path of a folder.
 * @returns the absolute path
 * @throws StartRefused
 */
export function folder(name: string, given: string): string {
  if (given.trim() === '') throw new StartRefused(`--${name} is empty; it takes the path of a folder`);
  return resolve(given);
}
