import { resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { makeKey } from '../../../db/api-key-text.ts';
import type { Db } from '../../../db/connect.ts';
import { SCOPES, type Scope } from '../../../domain/api-scope.ts';
import { readDatabaseTime } from '../../../db/database-clock.ts';
import { addApiKey, listApiKeys, replaceApiKey, revokeApiKey } from '../../../db/queries/api-keys.ts';
import { apiKeyPath, writeApiKey } from '../../../local/api-key-file.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { formatTable } from '../../format-table.ts';
import { withDatabase } from '../../open-database.ts';
import { findWorkerSettings } from '../../worker-settings.ts';
import { parseInterval } from '../../interval.ts';

const DAY_SECONDS = 86_400;

const DURATION_SECONDS_MAX = 3_650 * DAY_SECONDS;

/** An expiry that is nearer than this is shown. */
const SOON_MS = 7 * DAY_SECONDS * 1000;

/** Adds `crawlchain keys` and what it does. */
export function addKeyCommands(program: CliCommand): void {
  const keys = program.command('keys').description('The keys of the HTTP API.');
  keys
    .command('create')
    .description('Makes a key and prints it: this is the only time that it is shown.')
    .effect('changes')
    .examples(
      'crawlchain keys create dashboard',
      'crawlchain keys create deploy --scope operate --expires 90d',
    )
    .argument('<name>', 'whose it is, for lists and the audit')
    .addOption(
      new Option('--scope <scope>', 'what it allows; each allows what the ones before it do')
        .choices(SCOPES)
        .default('read'),
    )
    .option('--expires <duration>', 'void after so long, such as 12h or 90d; default: never', duration)
    .option('--json', 'prints one JSON value')
    .action(createKey);
  keys
    .command('list')
    .description('Shows the keys, without their secrets.')
    .effect('reads')
    .examples('crawlchain keys list')
    .option('--json', 'prints one JSON value')
    .action(listKeys);
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
      'the new one is void after so long; default: as long as the former one was made for',
      duration,
    )
    .option('--json', 'prints one JSON value')
    .action(rotateKey);
  keys
    .command('revoke')
    .description('Makes a key void, within two seconds.')
    .effect('changes')
    .examples('crawlchain keys revoke 5f0c1d9a7e42')
    .argument('<id>', 'as `keys list` shows it')
    .option('--json', 'prints one JSON value')
    .action(revokeKey);
}

function duration(text: string): number {
  const seconds = parseInterval(text);
  if (seconds === null || seconds > DURATION_SECONDS_MAX)
    throw new InvalidArgumentError('It takes a time up to ten years, such as 30m, 12h or 90d.');
  return seconds;
}

interface Making {
  expires?: number;
  json?: true;
}

async function createKey(
  name: string,
  { scope, expires, json }: Making & { scope: Scope },
  command: Command,
): Promise<void> {
  if (name.trim() === '' || name.length > 100)
    throw new CommandRefused(`The name is ${JSON.stringify(name)}; it takes 1 to 100 characters.`);
  const { id, text, secretSha256 } = makeKey();
  const { keptIn, expiresAt } = await withDatabase(command, async ({ db }) => {
    const before = await listApiKeys(db);
    const until = expires === undefined ? null : momentIn(expires, await readDatabaseTime(db));
    const made = { isFirst: before.length === 0, expiresAt: until };
    if (made.isFirst) process.stderr.write(FIRST_KEY);
    const kept = made.isFirst ? await keepOwnKey(db, command) : null;
    await addApiKey(db, { id, name, scope, secretSha256, expiresAt: until });
    return { ...made, keptIn: kept };
  });
  tellKey({ id, text, expiresAt }, json);
  if (keptIn !== null)
    process.stderr.write(`The command keeps a key of its own in ${keptIn}, so it goes on working.\n`);
}

const OWN_KEY_NAME = 'the command';

/**
 * Makes a key for the command where the API is that of `npm start`: else the first key would lock it out.
 * @returns the file that has it; null: the API is another one
 */
async function keepOwnKey(db: Db, command: Command): Promise<string | null> {
  const { dataDir } = command.optsWithGlobals<{ dataDir: string }>();
  const folder = resolve(dataDir);
  if ((await findWorkerSettings(folder)) === null) return null;
  const { id, text, secretSha256 } = makeKey();
  await writeApiKey(folder, text);
  await addApiKey(db, { id, name: OWN_KEY_NAME, scope: 'admin', secretSha256, expiresAt: null });
  return apiKeyPath(folder);
}

/** Without any key the API lets everybody in who is on its machine. */
const FIRST_KEY =
  'It is the first key: an API that was open on its machine takes no request without a key from now on. Dashboards that are open there ask for a key, and take --scope operate to act.\n';

async function rotateKey(
  formerId: string,
  { overlap, expires, json }: Making & { overlap: number },
  command: Command,
): Promise<void> {
  const { id, text, secretSha256 } = makeKey();
  const made = await withDatabase(command, async ({ db }) => {
    const key = { id, secretSha256, lifetimeSeconds: expires ?? null };
    const replaced = await replaceApiKey(db, { formerId, key, overlapSeconds: overlap });
    if (replaced === null) throw new CommandRefused(await whyNotRotated(db, formerId));
    return replaced;
  });
  tellKey({ id, text, expiresAt: made.expiresAt }, json);
}

async function whyNotRotated(db: Db, id: string): Promise<string> {
  const heir = (await listApiKeys(db)).find((key) => key.id === id)?.replaced_by ?? null;
  // It may be valid for a while yet, and would else be taken for a key that is not there.
  if (heir !== null) return `The key ${JSON.stringify(id)} was rotated already; ${heir} takes its place.`;
  return `There is no valid key ${JSON.stringify(id)}; \`keys list\` shows which there are.`;
}

function momentIn(seconds: number, now: Date): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/** The key alone goes to stdout, so that it can be put into a file or a variable. */
function tellKey(
  { id, text, expiresAt }: { id: string; text: string; expiresAt: Date | null },
  json?: true,
): void {
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ id, key: text, expires_at: expiresAt?.toISOString() ?? null })}\n`,
    );
    return;
  }
  process.stderr.write(`The key ${id}; it is not shown again:\n`);
  process.stdout.write(`${text}\n`);
}

async function listKeys({ json }: { json?: true }, command: Command): Promise<void> {
  const keys = await withDatabase(command, ({ db }) => listApiKeys(db));
  if (json) {
    process.stdout.write(`${JSON.stringify(keys)}\n`);
    return;
  }
  if (keys.length === 0) {
    process.stdout.write('No key was ever made.\n');
    return;
  }
  const moment = (time: Date | null): string => time?.toISOString().slice(0, 16).replace('T', ' ') ?? '-';
  process.stdout.write(
    formatTable(
      ['id', 'name', 'scope', 'state', 'made', 'expires', 'last used'],
      keys.map((key) => [
        key.id,
        key.name,
        key.scope,
        stateOf(key),
        moment(key.created_at),
        moment(key.expires_at),
        moment(key.last_used_at),
      ]),
    ),
  );
}

function stateOf(key: Awaited<ReturnType<typeof listApiKeys>>[number]): string {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at !== null && key.expires_at.getTime() <= Date.now()) return 'expired';
  if (key.replaced_by !== null) return `replaced by ${key.replaced_by}`;
  const isEnding = key.expires_at !== null && key.expires_at.getTime() - Date.now() < SOON_MS;
  return isEnding ? 'expires soon' : 'valid';
}

async function revokeKey(id: string, { json }: { json?: true }, command: Command): Promise<void> {
  const isDone = await withDatabase(command, ({ db }) => revokeApiKey(db, id));
  if (!isDone)
    throw new CommandRefused(
      `There is no key ${JSON.stringify(id)} that is not revoked; \`keys list\` shows which there are.`,
    );
  process.stdout.write(json ? `${JSON.stringify({ id, revoked: true })}\n` : `${id} is revoked.\n`);
}
