import { parseArgs } from 'node:util';
import { parseOptions, wholeNumber } from '../scripts/start/options.ts';
import { StartRefused } from '../scripts/start/refusal.ts';

const MENU_KINDS = ['unchanged', 'changed'] as const;

/** Whether menus stay the same between crawls, or change and name new pictures. */
export type MenuKind = (typeof MENU_KINDS)[number];

/** The options of a measurement. Each measurement uses some of them, and has its own default for an undefined one. */
export interface BenchOptions {
  rounds: number | undefined;
  /** Concurrent activities, jobs or chains; each number is measured separately. */
  places: number[] | undefined;
  menus: MenuKind[] | undefined;
  cluster: boolean;
  /** Skips the drivers that ours are compared with. */
  oursOnly: boolean;
  profile: boolean;
  /** Writes the results to bench/belief-measured.md. */
  write: boolean;
  /** Rows of the ledger. */
  runs: number | undefined;
  /** Products of the catalog. */
  products: number | undefined;
  /** How long pages stay open while events arrive. */
  minutes: number | undefined;
  /** The size of a downloaded file. */
  megabytes: number | undefined;
}

export const HELP = `npm run bench -- NAME [options]
npm run bench -- compare REF NAME [--pairs N] [options of NAME]

Runs a measurement and prints it, or compares it with that of another commit in alternating pairs.

  --json              print the result as one JSON object, the last line of standard output
  --pairs N           with compare: how often each side runs (default 7)
  --rounds N          normalize, fetch, images, ingest, chains, jobs: rounds that count
  --places 4,8,16     chains: activities, jobs or chains at once, each measured by itself (default 8)
  --menus KINDS       chains: unchanged, changed, or both, separated by a comma (default unchanged)
  --cluster           chains: also the worker on the real Temporal server with PostgreSQL
  --ours-only         chains: without graphile-worker and the plain loop
  --profile           chains: where the worker's time goes, with a flame graph
  --write             belief: write bench/belief-measured.md
  --runs N            ledger, dashboard: how many runs the ledger has (default 10000000; dashboard 1000000)
  --products N        dashboard: how many products the catalog has (default 1000000)
  --minutes N         dashboard: how long pages stay open while events come (default 10)
  --megabytes N       jobs: the size of the downloaded file (default 500)
`;

const OPTIONS = {
  json: { type: 'boolean' },
  rounds: { type: 'string' },
  places: { type: 'string' },
  menus: { type: 'string' },
  cluster: { type: 'boolean' },
  'ours-only': { type: 'boolean' },
  profile: { type: 'boolean' },
  write: { type: 'boolean' },
  runs: { type: 'string' },
  products: { type: 'string' },
  minutes: { type: 'string' },
  megabytes: { type: 'string' },
} as const;

export type OptionName = keyof typeof OPTIONS;

/**
 * Reads the options after a measurement's name.
 * @param takes the options of this measurement, besides --json
 * @throws StartRefused naming what was given and what is accepted
 */
export function readBenchOptions(
  args: string[],
  takes: readonly OptionName[],
): BenchOptions & { json: boolean } {
  const options = Object.fromEntries(['json', ...takes].map((name) => [name, OPTIONS[name as OptionName]]));
  const values = parseOptions(args, { options: options as typeof OPTIONS, command: 'npm run bench' });
  if (values.profile && (values.cluster || /,/.test(`${values.places ?? ''}${values.menus ?? ''}`)))
    throw new StartRefused('--profile takes one number of --places, one kind of --menus, and no --cluster');
  return {
    json: values.json ?? false,
    rounds: wholeOrNone('rounds', values.rounds, { min: 1, max: 1000 }),
    places: values.places?.split(',').map((number) => wholeNumber('places', number, { min: 1, max: 64 })),
    menus: values.menus?.split(',').map(menuKind),
    cluster: values.cluster ?? false,
    oursOnly: values['ours-only'] ?? false,
    profile: values.profile ?? false,
    write: values.write ?? false,
    runs: wholeOrNone('runs', values.runs, { min: 10_000, max: 100_000_000 }),
    products: wholeOrNone('products', values.products, { min: 10_000, max: 100_000_000 }),
    minutes: wholeOrNone('minutes', values.minutes, { min: 1, max: 1_440 }),
    megabytes: wholeOrNone('megabytes', values.megabytes, { min: 1, max: 10_000 }),
  };
}

/** The options of a comparison of two commits. */
export interface CompareRequest {
  pairs: number;
  json: boolean;
  /** The options of the measurement itself, for both sides. */
  passedOn: string[];
}

/**
 * Reads the options of a comparison: --pairs, and those of the measurement.
 * @param takes the options of the measurement
 * @throws StartRefused naming what was given and what is accepted
 */
export function readCompareOptions(args: string[], takes: readonly OptionName[]): CompareRequest {
  const { values, tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: { ...OPTIONS, pairs: { type: 'string', default: '7' } },
  });
  const passedOn = tokens.flatMap((token) => {
    if (token.kind !== 'option') return token.kind === 'positional' ? [token.value] : [];
    if (token.name === 'pairs' || token.name === 'json') return [];
    return token.value === undefined ? [token.rawName] : [token.rawName, token.value];
  });
  readBenchOptions(passedOn, takes);
  return {
    pairs: wholeNumber('pairs', String(values.pairs), { min: 1, max: 100 }),
    json: values.json === true,
    passedOn,
  };
}

function wholeOrNone(
  name: string,
  given: string | undefined,
  bounds: { min: number; max: number },
): number | undefined {
  return given === undefined ? undefined : wholeNumber(name, given, bounds);
}

function menuKind(given: string): MenuKind {
  const kind = MENU_KINDS.find((known) => known === given);
  if (kind !== undefined) return kind;
  throw new StartRefused(`--menus has ${JSON.stringify(given)}; it takes ${MENU_KINDS.join(' and ')}`);
}
