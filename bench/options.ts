import { parseOptions, wholeNumber } from '../scripts/start/options.ts';
import { StartRefused } from '../scripts/start/refusal.ts';

export const MENU_KINDS = ['unchanged', 'changed'] as const;

/** Whether the menus are those of the crawl before, or have changed and name new pictures. */
export type MenuKind = (typeof MENU_KINDS)[number];

/** What a measurement was asked to do. Each takes some of these options, and has its own default where one is undefined. */
export interface BenchOptions {
  rounds: number | undefined;
  /** Activities, jobs or chains at once: each is measured by itself. */
  places: number[] | undefined;
  menus: MenuKind[] | undefined;
  cluster: boolean;
  /** Leaves out what ours is compared with. */
  oursOnly: boolean;
  profile: boolean;
}

const OPTIONS = {
  json: { type: 'boolean' },
  rounds: { type: 'string' },
  places: { type: 'string' },
  menus: { type: 'string' },
  cluster: { type: 'boolean' },
  'ours-only': { type: 'boolean' },
  profile: { type: 'boolean' },
} as const;

export type OptionName = keyof typeof OPTIONS;

/**
 * Reads the options behind a measurement's name.
 * @param takes those that this measurement has, besides --json
 * @throws StartRefused naming what was given and what is accepted
 */
export function readBenchOptions(
  args: string[],
  takes: readonly OptionName[],
): BenchOptions & { json: boolean } {
  const options = Object.fromEntries(['json', ...takes].map((name) => [name, OPTIONS[name as OptionName]]));
  const values = parseOptions(args, { options: options as typeof OPTIONS, command: 'npm run bench' });
  return {
    json: values.json ?? false,
    rounds:
      values.rounds === undefined ? undefined : wholeNumber('rounds', values.rounds, { min: 1, max: 1000 }),
    places: values.places?.split(',').map((number) => wholeNumber('places', number, { min: 1, max: 64 })),
    menus: values.menus?.split(',').map(menuKind),
    cluster: values.cluster ?? false,
    oursOnly: values['ours-only'] ?? false,
    profile: values.profile ?? false,
  };
}

function menuKind(given: string): MenuKind {
  const kind = MENU_KINDS.find((known) => known === given);
  if (kind !== undefined) return kind;
  throw new StartRefused(`--menus has ${JSON.stringify(given)}; it takes ${MENU_KINDS.join(' and ')}`);
}
