import { InvalidArgumentError } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import {
  CREDENTIAL_NAME,
  CREDENTIAL_NAME_TAKES,
  type CredentialValue,
} from '../../../domain/job-credential.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import type { Column } from '../../output/column.ts';
import { readSecret } from '../../output/read-secret.ts';
import { readWord } from '../jobs/read-job-options.ts';

type Credential = Schemas['Credential'];

interface SetOptions {
  platform?: string;
  account?: string;
  object?: true;
}

const COLUMNS: readonly Column<Credential>[] = [
  { header: 'name', value: 'name', kind: 'id' },
  { header: 'platform', value: ({ platform }) => platform ?? 'any' },
  { header: 'account', value: ({ account }) => account ?? 'any' },
  { header: 'set by', value: 'set_by', isMinor: true },
  { header: 'set', value: 'updated_at', kind: 'time' },
  { header: 'last used', value: 'last_used_at', kind: 'time' },
];

/** Adds `crawlchain credentials` and its subcommands. */
export function addCredentialCommands(program: CliCommand): void {
  const credentials = program.command('credentials').description('What jobs sign in with.');
  credentials
    .command('set')
    .description('Sets a credential, whose value it asks for, or reads from standard input.')
    .examples(
      'crawlchain credentials set shop-token',
      'crawlchain credentials set shop-login --account ann --object < login.json',
    )
    .argument('<name>', 'how jobs name it', readName)
    .option('--platform <name>', 'only jobs of this platform may use it; default: any', readWord)
    .option('--account <name>', 'only jobs of this account may use it; default: any', readWord)
    .option('--object', 'the value is a JSON object of texts, such as {"username": "…", "password": "…"}')
    .changes({
      send: async (api, [name]: [string], { platform, account, object }: SetOptions) => {
        const secret = await readSecret(`Value of ${name}, not shown: `);
        const value = object === true ? readObject(secret) : secret;
        const body = { value, platform: platform ?? null, account: account ?? null };
        return answerOf(api.PUT('/api/credentials/{name}', { ...pathOf(name), body }));
      },
      format: ({ name }) => `${name} is set.`,
    });
  credentials
    .command('list')
    .description('Shows the credentials, without their values.')
    .examples('crawlchain credentials list')
    .list({ route: '/api/credentials', columns: COLUMNS, none: 'There are no credentials.' });
  credentials
    .command('delete')
    .description('Deletes a credential; jobs that ask for it fail.')
    .examples('crawlchain credentials delete shop-login')
    .argument('<name>', 'as `credentials list` shows it', readName)
    .confirmed(([name]) => `Delete the credential ${name}? Jobs that ask for it fail.`)
    .changes({
      send: async (api, [name]: [string]) => {
        await answerOf(api.DELETE('/api/credentials/{name}', pathOf(name)));
        return { name, deleted: true };
      },
      format: ({ name }) => `${name} is deleted.`,
    });
}

const pathOf = (name: string) => ({ params: { path: { name } } });

function readName(given: string): string {
  if (CREDENTIAL_NAME.test(given)) return given;
  throw new InvalidArgumentError(`It takes ${CREDENTIAL_NAME_TAKES}.`);
}

/** Reads the texts of a credential; the API checks them. The error does not repeat them. */
function readObject(text: string): Exclude<CredentialValue, string> {
  try {
    return JSON.parse(text) as Exclude<CredentialValue, string>;
  } catch {
    throw new CommandRefused(
      'With --object the value takes a JSON object of texts, such as {"username": "…", "password": "…"}; what was given is not JSON.',
    );
  }
}
