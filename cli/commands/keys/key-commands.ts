import { InvalidArgumentError, Option, type Command } from 'commander';
import { answerOf, ApiProblem } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { KEY_NAME_LENGTH_MAX, KEY_SECONDS_MAX, SCOPES, type Scope } from '../../../domain/api-scope.ts';
import { withApi } from '../../api/with-api.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandFailed } from '../../command-failed.ts';
import { CommandRefused } from '../../command-refused.ts';
import { parseInterval } from '../../interval.ts';
import { printLine } from '../../output/print.ts';
import { KEY_COLUMNS } from './format-keys.ts';

const DAY_SECONDS = 86_400;

/** Adds `crawlchain keys` and its subcommands. */
export function addKeyCommands(program: CliCommand): void {
  const keys = program.command('keys').description('The keys of the HTTP API.');
  keys
    .command('create')
    .description('Makes a key and prints it: this is the only time that it is shown.')
    .effect('changes')
    .examples(
      'crawlchain keys create ada --scope admin --direct',
      'crawlchain keys create dashboard',
      'crawlchain keys create deploy --scope operate --expires 90d',
    )
    .argument('<name>', 'who the key is for; shown in lists and the audit')
    .addOption(
      new Option(
        '--scope <scope>',
        'what the key allows; each scope also allows what the scopes before it allow',
      )
        .choices(SCOPES)
        .default('read'),
    )
    .option(
      '--expires <duration>',
      'how long the key is valid, such as 12h or 90d; default: forever',
      duration,
    )
    .option(
      '--direct',
      'makes the key in the database of DATABASE_URL, for the first key, or if all keys were lost',
    )
    .viaApi()
    .action(createKey);
  keys
    .command('list')
    .description('Shows the keys, without their secrets.')
    .examples('crawlchain keys list')
    .list({ route: '/api/keys', columns: KEY_COLUMNS, none: 'No key was ever made.' });
  addEnds(keys);
}

function addEnds(keys: CliCommand): void {
  keys
    .command('rotate')
    .description('Makes a key with the name and the scope of another one, which stays valid for a while.')
    .effect('changes')
    .examples('crawlchain keys rotate 5f0c1d9a7e42 --overlap 12h')
    .argument('<id>', 'as `keys list` shows it')
    .addOption(
      new Option('--overlap <duration>', 'how long the former one stays valid')
        .argParser(duration)
        .default(DAY_SECONDS, '1d'),
    )
    .option(
      '--expires <duration>',
      'how long the new key is valid; default: as long as the former one was when it was made',
      duration,
    )
    .viaApi()
    .action(rotateKey);
  keys
    .command('revoke')
    .description('Revokes a key; it is refused within two seconds.')
    .examples('crawlchain keys revoke 5f0c1d9a7e42')
    .argument('<id>', 'as `keys list` shows it')
    .confirmed(([id]) => `Revoke the key ${id}? Whoever uses it is refused from then on.`)
    .changes({
      send: async (api, [id]: [string]) => {
        await answerOf(api.POST('/api/keys/{id}/revoke', { params: { path: { id } } }));
        return { id, revoked: true };
      },
      format: ({ id }) => `${id} is revoked.`,
    });
}

function duration(text: string): number {
  const seconds = parseInterval(text);
  if (seconds === null || seconds > KEY_SECONDS_MAX)
    throw new InvalidArgumentError('It takes a time up to ten years, such as 30m, 12h or 90d.');
  return seconds;
}

interface CreateOptions {
  scope: Scope;
  expires?: number;
  direct?: true;
  json?: true;
}

async function createKey(
  name: string,
  { scope, expires, direct, json }: CreateOptions,
  command: Command,
): Promise<void> {
  if (name.trim() === '' || name.length > KEY_NAME_LENGTH_MAX)
    throw new CommandRefused(
      `The name is ${JSON.stringify(name)}; it takes 1 to ${KEY_NAME_LENGTH_MAX} characters.`,
    );
  const body = { name, scope, ...(expires === undefined ? {} : { expires_in_seconds: expires }) };
  const made = await (direct === true
    ? (await import('./create-directly.ts')).createKeyDirectly(body, command)
    : createOverApi(body, command));
  show(made, json);
}

async function createOverApi(body: Schemas['NewApiKey'], command: Command): Promise<Schemas['MadeApiKey']> {
  try {
    return await withApi(command, (api) => answerOf(api.POST('/api/keys', { body })));
  } catch (error) {
    const isAnswer =
      error instanceof Error && error.cause instanceof ApiProblem && error.cause.status !== null;
    if (isAnswer || !(error instanceof CommandRefused || error instanceof CommandFailed)) throw error;
    throw new CommandRefused(
      `${error.message} Where its database can be reached, --direct makes the key there.`,
      {
        cause: error,
      },
    );
  }
}

interface RotateOptions {
  overlap: number;
  expires?: number;
  json?: true;
}

async function rotateKey(
  id: string,
  { overlap, expires, json }: RotateOptions,
  command: Command,
): Promise<void> {
  const body = {
    overlap_seconds: overlap,
    ...(expires === undefined ? {} : { expires_in_seconds: expires }),
  };
  const request = { params: { path: { id } }, body };
  show(await withApi(command, (api) => answerOf(api.POST('/api/keys/{id}/rotate', request))), json);
}

/** Prints only the key to standard output, so that it can be redirected to a file or a variable. */
function show(made: Schemas['MadeApiKey'], json?: true): void {
  if (json) return printLine(JSON.stringify(made));
  process.stderr.write(`The key ${made.id}; it is not shown again:\n`);
  printLine(made.key);
}
