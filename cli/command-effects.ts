import type { Command } from 'commander';
import { isGroup, type PlacedCommand } from './command-tree.ts';
import { reasonOption } from './reason-option.ts';

/** Whether calls of a command change something for others: all, none, or those with certain options. */
type Effect = 'changes' | 'reads' | ((options: Options) => boolean);

type Options = ReturnType<Command['opts']>;

const unlessDryRun = ({ dryRun }: Options): boolean => dryRun !== true;

/** What each command does to the system, by its words. Changes are noted in the audit. */
const EFFECTS: Readonly<Record<string, Effect>> = {
  doctor: 'reads',
  discover: 'changes',
  crawl: 'changes',
  'dispensaries list': 'reads',
  'dispensaries show': 'reads',
  'dispensaries add': 'changes',
  'products list': 'reads',
  'products show': 'reads',
  'products history': 'reads',
  'locations rejected': 'reads',
  'locations admit': 'changes',
  status: 'reads',
  logs: 'reads',
  open: 'reads',
  env: 'reads',
  diff: 'reads',
  'proxies import': unlessDryRun,
  'proxies list': 'reads',
  'proxies test': 'reads',
  'proxies enable': 'changes',
  'proxies disable': 'changes',
  'proxies export': 'reads',
  'proxies reseal': 'changes',
  'platforms list': 'reads',
  'platforms set': 'changes',
  'platforms stop': 'changes',
  'platforms start': 'changes',
  quality: 'reads',
  'quarantine list': 'reads',
  'quarantine confirm': 'changes',
  'quarantine reject': 'changes',
  'payloads list': 'reads',
  'payloads diff': 'reads',
  replay: unlessDryRun,
  'schedules list': 'reads',
  'schedules diff': 'reads',
  'schedules apply': 'changes',
  'schedules edit': 'changes',
  'schedules pause': 'changes',
  'schedules resume': 'changes',
  'schedules trigger': 'changes',
  'schedules backfill': 'changes',
  fsck: ({ repair }) => repair === true,
  normalize: 'reads',
  'keys create': 'changes',
  'keys list': 'reads',
  'keys rotate': 'changes',
  'keys revoke': 'changes',
  'import legacy': unlessDryRun,
  'tasks list': 'reads',
  'tasks counts': 'reads',
  'tasks show': 'reads',
  'tasks cancel': 'changes',
  'tasks retry': 'changes',
  'tasks recover': unlessDryRun,
  'jobs list': 'reads',
  'jobs show': 'reads',
  'jobs types': 'reads',
  'jobs start': 'changes',
  'jobs cancel': 'changes',
  'jobs retry': 'changes',
  'jobs delete': 'changes',
  'fan-outs list': 'reads',
  'fan-outs cancel': 'changes',
  'bulk cancel tasks': unlessDryRun,
  'bulk cancel jobs': unlessDryRun,
  'bulk retry tasks': unlessDryRun,
  'bulk retry jobs': unlessDryRun,
  'bulk start tasks': unlessDryRun,
  'bulk start jobs': unlessDryRun,
  'bulk list': 'reads',
  'bulk show': 'reads',
  'bulk abort': 'changes',
  'ledger status': 'reads',
  'ledger rebuild': 'changes',
  'workers list': 'reads',
  'workers capacity': 'reads',
  'workers decommission': 'changes',
  audit: 'reads',
  completion: 'reads',
};

/** Gives each command that may change something the option `--reason`; one that has its own keeps it. */
export function addReasonOptions(commands: PlacedCommand[]): void {
  for (const placed of commands) {
    const { command } = placed;
    const has = command.options.some(({ long }) => long === '--reason');
    if (!isGroup(placed) && effectOf(placed.path) !== 'reads' && !has) command.addOption(reasonOption());
  }
}

/** Whether this call changes something. @param options as they were given */
export function isChange(path: string, options: Options): boolean {
  const effect = effectOf(path);
  return typeof effect === 'function' ? effect(options) : effect === 'changes';
}

/** @throws Error when nobody has said what the command does: a change that is not noted must not happen by oversight */
function effectOf(path: string): Effect {
  const effect = EFFECTS[path];
  if (effect === undefined) throw new Error(`cli/command-effects.ts lacks the command ${path}.`);
  return effect;
}
