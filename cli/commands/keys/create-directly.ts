import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { makeKey } from '../../../db/api-key-text.ts';
import type { Db } from '../../../db/connect.ts';
import { createApiKey } from '../../../db/create-api-key.ts';
import { addApiKey, listApiKeys } from '../../../db/queries/api-keys.ts';
import { apiKeyPath, writeApiKey } from '../../../local/api-key-file.ts';
import { withDatabase } from '../../open-database.ts';
import { findWorkerSettings } from '../../worker-settings.ts';

const OWN_KEY_NAME = 'the command';

/** The message for the first key. Without keys, the API is open to everyone on its machine. */
const FIRST_KEY =
  'It is the first key: an API that was open on its machine accepts no request without a key from now on. Dashboards that are open there ask for a key; changes there need one of --scope operate.\n';

/**
 * Creates a key directly in the database: the first key, or one that replaces lost keys.
 */
export async function createKeyDirectly(
  wanted: Schemas['NewApiKey'],
  command: Command,
): Promise<Schemas['MadeApiKey']> {
  return withDatabase(command, async ({ db }) => {
    const isFirst = (await listApiKeys(db)).length === 0;
    if (isFirst) process.stderr.write(FIRST_KEY);
    const keptIn = isFirst ? await keepOwnKey(db, command) : null;
    const made = await createApiKey(db, wanted);
    if (keptIn !== null)
      process.stderr.write(`The command keeps a key of its own in ${keptIn}, so it goes on working.\n`);
    return made;
  });
}

/**
 * Creates another key, for the command itself, if the API is that of `npm start`: otherwise the first key would lock the command out.
 * @returns the file that has the key; null if the API is a different one
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
