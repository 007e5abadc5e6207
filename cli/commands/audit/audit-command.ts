import type { Schemas } from '../../../api-client/create-api-client.ts';
import { COMMAND_METHOD } from '../../../domain/audit-outcome.ts';
import type { CliCommand } from '../../cli-command.ts';

type AuditEntry = Schemas['AuditEntry'];

/** Adds `audit`, which shows who changed what, when and why. */
export function addAuditCommand(program: CliCommand): void {
  program
    .command('audit')
    .description('Shows who changed what, when and why, by the API or by this command; the newest first.')
    .examples('crawlchain audit --limit 20', 'crawlchain audit --actor command:ada@ops-1 --json')
    .option('--actor <actor>', 'only changes of this caller: the id of a key, local, or command:user@machine')
    .list({
      route: '/api/audit',
      columns: [
        { header: 'when', value: 'at', kind: 'time' },
        { header: 'who', value: whoOf },
        { header: 'what', value: whatOf },
        { header: 'outcome', value: ({ outcome }) => outcome ?? 'not known' },
        { header: 'why', value: 'reason' },
        { header: 'about', value: 'summary', isMinor: true },
      ],
      none: 'Nothing is noted.',
      limit: 50,
    });
}

function whatOf({ method, path }: AuditEntry): string {
  return `${method === COMMAND_METHOD ? 'crawlchain' : method} ${path}`;
}

/**
 * Formats who made a change: a user of this command, or a key of the API. Two keys may have the same name, so the key's id is
 * added.
 */
function whoOf({ actor, actor_name: name, method }: AuditEntry): string {
  return method === COMMAND_METHOD || actor === name ? actor : `${name} (${actor})`;
}
