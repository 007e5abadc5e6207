import { parseOptions, wholeNumber } from '../scripts/start/options.ts';
import { StartRefused } from '../scripts/start/refusal.ts';
import { API_CLOCK_FAULT } from './strikes/api-clock-fault.ts';
import { API_FAULT } from './strikes/api-fault.ts';
import { CLOCK_FAULTS } from './strikes/clock-faults.ts';
import { DISK_FAULT } from './strikes/disk-fault.ts';
import { DOWNLOAD_FAULTS } from './strikes/download-faults.ts';
import type { AnyFault } from './strikes/fault.ts';
import { FREEZE_FAULTS } from './strikes/freeze-faults.ts';
import { JOBS_FAULT } from './strikes/jobs-fault.ts';
import { LINK_FAULTS } from './strikes/link-faults.ts';
import { PROXY_FAULT } from './strikes/proxy-fault.ts';
import { SIGTERM_FAULT } from './strikes/sigterm-fault.ts';
import { STAGE_FAULTS } from './strikes/stage-faults.ts';
import { START_FAULT } from './strikes/start-fault.ts';
import { STORM_FAULT } from './strikes/storm-fault.ts';

/** Every fault of the harness. */
const FAULTS: readonly AnyFault[] = [
  ...STAGE_FAULTS,
  SIGTERM_FAULT,
  API_FAULT,
  ...FREEZE_FAULTS,
  ...LINK_FAULTS,
  ...CLOCK_FAULTS,
  API_CLOCK_FAULT,
  DISK_FAULT,
  ...DOWNLOAD_FAULTS,
  JOBS_FAULT,
  PROXY_FAULT,
  STORM_FAULT,
  START_FAULT,
];

export interface FaultOptions {
  seed: number;
  rounds: number;
  /** The only round to run; absent: all. */
  onlyRound?: number;
  faults: readonly AnyFault[];
  json: boolean;
  /** Whether to write faults/README.md from the result. */
  write: boolean;
  /** The text to print instead of running; null to run. */
  help: string | null;
}

const HELP = `npm run faults -- [options]

Brings up PostgreSQL, Temporal, a sandbox, the API and a worker, kills, freezes, cuts off and misleads them in the middle
of crawls, and checks that nothing is lost, done twice or left behind. The exit code is 1 when something is, or when a
line of the scorecard misses its goal.

  --seed N      stores and moments are chosen from this number (default 1)
  --rounds N    rounds of each fault (default 1)
  --only a,b    these faults alone
  --round N     this round alone, to repeat it: it strikes the same stores at the same moments
  --json        print the scorecard as one JSON object, the last line of standard output
  --write       write faults/README.md from the result
  --help        print this

Faults:

${FAULTS.map(({ name, about }) => `  ${name.padEnd(Math.max(...FAULTS.map((each) => each.name.length)))}  ${about}`).join('\n')}
`;

/**
 * Reads the command line.
 * @throws StartRefused with the name of the option, what was given, and what is accepted
 */
export function readFaultOptions(args: string[]): FaultOptions {
  const values = parseOptions(args, { options: OPTIONS, command: 'npm run faults' });
  if (values.write && (values.only !== undefined || values.round !== undefined))
    throw new StartRefused('--write takes neither --only nor --round: the page shows all faults');
  return {
    seed: wholeNumber('seed', values.seed ?? '1', { min: 0, max: 2 ** 31 - 1 }),
    rounds: wholeNumber('rounds', values.rounds ?? '1', { min: 1, max: 1000 }),
    ...(values.round === undefined
      ? {}
      : { onlyRound: wholeNumber('round', values.round, { min: 1, max: 1000 }) }),
    faults: values.only === undefined ? FAULTS : values.only.split(',').map(faultNamed),
    json: values.json ?? false,
    write: values.write ?? false,
    help: values.help ? HELP : null,
  };
}

const OPTIONS = {
  seed: { type: 'string' },
  rounds: { type: 'string' },
  round: { type: 'string' },
  only: { type: 'string' },
  json: { type: 'boolean' },
  write: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function faultNamed(name: string): AnyFault {
  const fault = FAULTS.find((known) => known.name === name);
  if (fault !== undefined) return fault;
  const known = FAULTS.map((each) => each.name).join(', ');
  throw new StartRefused(`--only has ${JSON.stringify(name)}; it takes some of ${known}`);
}
