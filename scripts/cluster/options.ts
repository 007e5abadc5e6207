import { folder, parseOptions, wholeNumber } from '../start/options.ts';
import type { SandboxOptions } from '../start/sandbox-process.ts';

export interface ClusterOptions extends SandboxOptions {
  workers: number;
  sandbox: boolean;
  /** Whether an unused database from the environment may become the sandbox's. */
  markAsSandbox: boolean;
  /** The text to print instead of starting, or null. */
  help: string | null;
}

const HELP = `npm run cluster -- [options]

Brings up what docker-compose.yml brings up, without containers: PostgreSQL, the server of a real Temporal cluster on
it, the namespace with its search attributes and schedules, and workers. It stays up until Ctrl-C.

  --workers N         worker processes (default 1)
  --sandbox           also a storefront with invented menus and proxies, which the workers crawl instead of the world
  --mark-as-sandbox   let the sandbox fill the database of DATABASE_URL, which nobody may have used yet
  --dispensaries N    dispensaries in the sandbox (default 12)
  --products N        approximate number of products on a menu (default 60)
  --seed N            menus are made from this number (default 1)
  --data-dir DIR      databases, payloads, images and logs (default .data/cluster)
  --help              print this
`;

const OPTIONS = {
  workers: { type: 'string' },
  sandbox: { type: 'boolean' },
  'mark-as-sandbox': { type: 'boolean' },
  dispensaries: { type: 'string' },
  products: { type: 'string' },
  seed: { type: 'string' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean' },
} as const;

/**
 * Reads the command line of `npm run cluster`.
 * @throws StartRefused naming the option, what was given and what is accepted
 */
export function readClusterOptions(args: string[]): ClusterOptions {
  const values = parseOptions(args, { options: OPTIONS, command: 'npm run cluster' });
  return {
    workers: wholeNumber('workers', values.workers ?? '1', { min: 1, max: 20 }),
    sandbox: values.sandbox ?? false,
    markAsSandbox: values['mark-as-sandbox'] ?? false,
    dispensaries: wholeNumber('dispensaries', values.dispensaries ?? '12', { min: 1, max: 5000 }),
    products: wholeNumber('products', values.products ?? '60', { min: 1, max: 20_000 }),
    seed: wholeNumber('seed', values.seed ?? '1', { min: 0, max: 2 ** 31 - 1 }),
    dataDir: folder('data-dir', values['data-dir'] ?? '.data/cluster'),
    captures: null,
    help: values.help ? HELP : null,
  };
}
