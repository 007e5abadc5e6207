import type { Command } from 'commander';
import { loadPasswordKey, PasswordKeyError } from '../../../db/password-key.ts';
import { resealSecrets } from '../../../db/queries/sealed-secrets.ts';
import { createPasswordSeal } from '../../../db/seal-password.ts';
import { CommandRefused } from '../../command-refused.ts';
import { openPasswords, withDatabase } from '../../open-database.ts';

/** Encrypts every proxy password and credential again, with the key of another file, which is created if it is missing. */
export async function resealPasswords(newKeyFile: string, _: object, command: Command): Promise<void> {
  const { passwords, credentials } = await withDatabase(command, async (tools) => {
    const from = await openPasswords(tools);
    return resealSecrets(tools.db, { from, to: createPasswordSeal(await loadNewKey(newKeyFile)) });
  });
  process.stdout.write(
    `${passwords} passwords and ${credentials} credentials are sealed with the key of ${newKeyFile}. Set PROXY_PASSWORD_KEY_FILE to it, or PROXY_PASSWORD_KEY to its content, before workers start; restart those that run.\n`,
  );
}

async function loadNewKey(keyFile: string): Promise<Buffer> {
  try {
    return await loadPasswordKey({ key: undefined, keyFile }, { mayMake: true });
  } catch (error) {
    if (error instanceof PasswordKeyError) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}
