import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { COMMAND_METHOD } from '../../../domain/audit-outcome.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { formatMore, readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import type { CliCommand } from '../../cli-command.ts';
import { formatTable } from '../../format-table.ts';
import { timeOf } from '../../tell-time.ts';
import { readNumber } from '../../read-number.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

const LISTED = 50;

interface AuditOptions {
  actor?: string;
  limit: number;
  json?: true;
}

/** Adds `audit`: who changed what, when and why. */
export function addAuditCommand(program: CliCommand): void {
  program
    .command('audit')
    .description('Shows who changed what, when and why, by the API or by this command; the newest first.')
    .effect('reads')
    .examples('crawlchain audit --limit 20', 'crawlchain audit --actor command:ada@ops-1 --json')
    .option('--actor <actor>', 'of this one only: the id of a key, local, or command:user@machine')
    .option('--limit <count>', 'so many at most', readLimit, LISTED)
    .option('--json', 'prints one JSON array')
    .viaApi()
    .action(showAudit);
}

async function showAudit({ actor, limit, json }: AuditOptions, command: Command): Promise<void> {
  const filter = withoutUndefined({ actor });
  const { items, hasMore } = await withApi(command, (api) =>
    readPages(limit, (page) =>
      answerOf(api.GET('/api/audit', { params: { query: { ...filter, ...page } } })),
    ),
  );
  process.stdout.write(json === true ? `${JSON.stringify(items)}\n` : formatAudit(items));
  if (hasMore) process.stderr.write(formatMore(limit));
}

type AuditEntry = Schemas['AuditEntry'];

/** Times are UTC. */
function formatAudit(entries: readonly AuditEntry[]): string {
  if (entries.length === 0) return 'Nothing is noted.\n';
  return formatTable(
    ['when', 'who', 'what', 'outcome', 'why', 'about'],
    entries.map((entry) => [
      timeOf(entry.at),
      withoutControls(whoOf(entry)),
      withoutControls(
        entry.method === COMMAND_METHOD ? `crawlchain ${entry.path}` : `${entry.method} ${entry.path}`,
      ),
      entry.outcome ?? 'not known',
      withoutControls(entry.reason ?? '-'),
      withoutControls(entry.summary ?? '-'),
    ]),
  );
}

/** A key goes by its name; two may have the same. */
function whoOf({ actor, actor_name: name, method }: AuditEntry): string {
  return method === COMMAND_METHOD || actor === name ? actor : `${name} (${actor})`;
}

function readLimit(text: string): number {
  return readNumber(text, 'a whole number above 0');
}
