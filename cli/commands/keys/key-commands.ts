import { InvalidArgumentError, Option } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { KEY_NAME_LENGTH_MAX, KEY_SECONDS_MAX, SCOPES, type Scope } from '../../../domain/api-scope.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { parseInterval } from '../../interval.ts';
import { KEY_COLUMNS } from './format-keys.ts';

const DAY_SECONDS = 86_400;

/** Adds `crawlchain keys` and its subcommands. */
export function addKeyCommands(program: CliCommand): void {
  const keys = program.command('keys').description('The keys of the HTTP API.');
  keys
    .command('create')
    .description('Makes a key and prints it: this is the only time that it is shown.')
    .examples(
      'crawlchain keys create ada --scope admin --direct',
      'crawlchain keys create dashboard',
      'crawlchain keys create deploy --scope operate --expires 90d',
    )
    .argument('<name>', 'who the key is for; shown in lists and the audit', readName)
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
    .changes({
      read: ({ scope, expires }: CreateOptions) => ({
        scope,
        ...withoutUndefined({ expires_in_seconds: expires }),
      }),
      send: (api, [name]: [string], body) => answerOf(api.POST('/api/keys', { body: { name, ...body } })),
      direct: async ([name], body, command) =>
        (await import('./create-directly.ts')).createKeyDirectly({ name, ...body }, command),
      format: formatMade,
    });
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
    .changes({
      send: (api, [id]: [string], { overlap, expires }: RotateOptions) => {
        const body = { overlap_seconds: overlap, ...withoutUndefined({ expires_in_seconds: expires }) };
        return answerOf(api.POST('/api/keys/{id}/rotate', { params: { path: { id } }, body }));
      },
      format: formatMade,
    });
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
}

interface RotateOptions {
  overlap: number;
  expires?: number;
}

function readName(name: string): string {
  if (name.trim() !== '' && name.length <= KEY_NAME_LENGTH_MAX) return name;
  throw new CommandRefused(
    `The name is ${JSON.stringify(name)}; it takes 1 to ${KEY_NAME_LENGTH_MAX} characters.`,
  );
}

/** Formats only the key for standard output, so that it can be redirected to a file or a variable. */
function formatMade({ id, key }: Schemas['MadeApiKey']): string {
  process.stderr.write(`The key ${id}; it is not shown again:\n`);
  return key;
}
