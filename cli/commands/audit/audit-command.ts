import type { Command } from 'commander';
import { listAudit, type AuditRow } from '../../../db/queries/api-audit.ts';
import { auditOutcome, COMMAND_METHOD } from '../../../domain/audit-outcome.ts';
import type { CliCommand } from '../../cli-command.ts';
import { formatTable } from '../../format-table.ts';
import { withDatabase } from '../../open-database.ts';
import { readNumber } from '../../read-number.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

const LISTED = 50;

interface AuditOptions {
  actor?: string;
  limit: number;
  json?: boolean;
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
    .action(showAudit);
}

async function showAudit({ actor, limit, json }: AuditOptions, command: Command): Promise<void> {
  // One more than is shown tells whether there are more.
  const found = await withDatabase(command, ({ db }) =>
    listAudit(db, { actor: actor ?? null, before: null, limit: limit + 1 }),
  );
  const rows = found.slice(0, limit);
  if (json === true) say(JSON.stringify(rows.map(withOutcome)));
  else say(rows.length === 0 ? 'Nothing is noted.' : tell(rows));
  if (found.length > limit)
    process.stderr.write(`There are more; these are the newest ${limit} (--limit).\n`);
}

function withOutcome(row: AuditRow): object {
  return { ...row, outcome: auditOutcome(row.method, row.status) };
}

/** Times are UTC. */
function tell(rows: AuditRow[]): string {
  const cells = rows.map((row) => [
    `${row.at.toISOString().slice(0, 19)}Z`,
    withoutControls(whoOf(row)),
    withoutControls(row.method === COMMAND_METHOD ? `crawlchain ${row.path}` : `${row.method} ${row.path}`),
    auditOutcome(row.method, row.status) ?? 'not known',
    withoutControls(row.reason ?? '-'),
  ]);
  return formatTable(['when', 'who', 'what', 'outcome', 'why'], cells).trimEnd();
}

/** A key goes by its name; two may have the same. */
function whoOf({ actor, actor_name: name, method }: AuditRow): string {
  return method === COMMAND_METHOD || actor === name ? actor : `${name} (${actor})`;
}

function readLimit(text: string): number {
  return readNumber(text, 'a whole number above 0');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
