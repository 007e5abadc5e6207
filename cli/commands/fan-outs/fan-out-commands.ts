import { answerOf } from '../../../api-client/answer-of.ts';
import { PLATFORM_NAMES } from '../../../domain/dispensary.ts';
import {
  crawlDueId,
  crawlInBatchesId,
  lettersOf,
  readTaskId,
} from '../../../temporal-config/workflow-ids.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { FAN_OUT_COLUMNS } from './format-fan-outs.ts';

/** Adds `fan-outs` and its subcommands. */
export function addFanOutCommands(program: CliCommand): void {
  const fanOuts = program
    .command('fan-outs')
    .description('Crawls of many dispensaries: those of a state, all, or those that are due.');
  fanOuts
    .command('list')
    .description('Shows the open fan-outs, and those that ended last, the newest first.')
    .examples(
      'crawlchain fan-outs list --watch',
      `crawlchain fan-outs list --json | jq '.[] | select(.status == "running")'`,
    )
    .list({ route: '/api/fan-outs', columns: FAN_OUT_COLUMNS });
  fanOuts
    .command('cancel')
    .description(
      'Cancels a fan-out: within some seconds it starts nothing more; chains that have begun go on.',
    )
    .examples(
      'crawlchain fan-outs cancel AZ',
      'crawlchain fan-outs cancel dutchie/all',
      'crawlchain fan-outs cancel crawl-due~all~0199c6f2-5a1b-7000-8000-000000000001',
    )
    .argument(
      '<fan-out>',
      `its id, as \`list\` shows it, or its scope: all, AZ or ${PLATFORM_NAMES[0]}/AZ, with /batches after it for batches over a day`,
    )
    .confirmed(([fanOut]) => `Start no more crawls of ${fanOut}?`)
    .changes({
      send: (api, [word]: [string]) =>
        answerOf(api.POST('/api/fan-outs/{id}/cancel', { params: { path: { id: readId(word) } } })),
      format: ({ workflow_id: name }) =>
        `The cancellation of ${name} was requested. Chains that it has started go on.`,
    });
}

/** Parses an id or a scope to the id of a fan-out. @throws CommandRefused if the word is neither */
function readId(word: string): string {
  const id = readTaskId(word) === null ? idOfScope(word) : word;
  if (id !== null) return id;
  throw new CommandRefused(
    `There is no fan-out ${JSON.stringify(word)}; it takes an id as \`crawlchain fan-outs list\` shows it, or a scope: all, a state such as AZ, or either of a platform, such as ${PLATFORM_NAMES[0]}/AZ; AZ/batches is the one in batches over a day.`,
  );
}

function idOfScope(word: string): string | null {
  const [, name, given, inBatches] =
    /^(?:crawl-due\/)?(?:([a-z]+)\/)?(all|[a-z]{2})(\/batches)?$/i.exec(word) ?? [];
  const platform = PLATFORM_NAMES.find((known) => known === name?.toLowerCase());
  if (given === undefined || (name !== undefined && platform === undefined)) return null;
  const scope = given.length === 2 ? given.toUpperCase() : 'all';
  const idOf = inBatches === undefined ? crawlDueId : crawlInBatchesId;
  return lettersOf(idOf(scope, platform));
}
