import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { CliCommand } from '../../cli-command.ts';
import type { Column } from '../../output/column.ts';
import { readWord } from '../jobs/read-job-options.ts';

const COLUMNS: readonly Column<Schemas['Account']>[] = [
  { header: 'platform', value: ({ platform }) => platform ?? 'none' },
  { header: 'account', value: 'account', kind: 'id' },
  { header: 'proxy', value: ({ proxy_id: proxy }) => proxy ?? 'none' },
  { header: 'profile', value: 'profile' },
  { header: 'cookies', value: ({ has_cookies: hasCookies }) => (hasCookies ? 'yes' : 'no') },
  { header: 'since', value: 'pinned_at', kind: 'time' },
  { header: 'because', value: 'pinned_because', isMinor: true },
];

/** Adds `crawlchain accounts` and its subcommands. */
export function addAccountCommands(program: CliCommand): void {
  const accounts = program.command('accounts').description('The accounts of jobs, and who they look like.');
  accounts
    .command('list')
    .description('Shows the proxy and browser profile that each account keeps.')
    .examples('crawlchain accounts list --platform instagram')
    .option('--platform <name>', 'only accounts of this platform', readWord)
    .option('--account <name>', 'only accounts of this name', readWord)
    .list({ route: '/api/accounts', columns: COLUMNS, none: 'No account keeps an identity.', limit: 50 });
  accounts
    .command('reset')
    .description('Deletes the cookies and the pinned proxy of an account; its next session gets new ones.')
    .examples('crawlchain accounts reset ann --platform instagram')
    .argument('<account>', 'its name', readWord)
    .option('--platform <name>', 'its platform; default: none', readWord)
    .confirmed(([account]) => `Delete the cookies of ${account}? It has to sign in again.`)
    .changes({
      send: async (api, [account]: [string], { platform = null }: { platform?: string | null }) => {
        await answerOf(api.POST('/api/accounts/reset', { body: { platform, account } }));
        return { platform, account, reset: true };
      },
      format: ({ account }) => `${account} gets a new proxy with its next session.`,
    });
}
