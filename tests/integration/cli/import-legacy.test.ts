import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listAudit } from '../../../db/queries/api-audit.ts';
import { makeLegacyData } from '../../support/legacy-data.ts';
import { runProgram, startProgram } from '../../support/run-program.ts';
import { openLink } from '../../support/server-link.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createEmptyDatabase, createTestDatabase } from '../../support/test-database.ts';
import { untilBlocked } from '../db/until-blocked.ts';

const WORDS = ['import', 'legacy'];

const STOPPED =
  'The import stopped early. What was imported stays; a call without --from-start continues there.';

async function openCommand() {
  const [legacy, { db, url }] = [await createEmptyDatabase(), await createTestDatabase()];
  await makeLegacyData(legacy.db);
  const keyFile = join(await temporaryFolder('legacy-'), 'proxy.key');
  const env = { DATABASE_URL: url, LEGACY_DATABASE_URL: legacy.url, PROXY_PASSWORD_KEY_FILE: keyFile };
  const stores = async () =>
    (await db.selectFrom('dispensaries').select('id').orderBy('id').execute()).length;
  const exits = async () =>
    (await listAudit(db, { actor: null, before: null, limit: 10 })).map(({ status }) => status);
  return { db, env, keyFile, stores, exits };
}

test('an import that loses its database after some rows has failed; one that never had it is refused', async () => {
  const { db, env, stores, exits } = await openCommand();
  const legacyUrl = new URL(env.LEGACY_DATABASE_URL);
  const link = await openLink(legacyUrl.host);
  legacyUrl.host = link.address;
  const throughLink = { ...env, LEGACY_DATABASE_URL: legacyUrl.href };

  // The import of the proxies, which comes after that of the stores, has to wait for an uncommitted row with the same id.
  const blocker = await db.startTransaction().execute();
  await sql`
    insert into proxies (id, protocol, host, port) overriding system value values (21, 'http', 'other.test', 1)
  `.execute(blocker);
  const importing = startProgram('cli/main.ts', WORDS, throughLink);
  await untilBlocked(db);
  link.cut();
  await blocker.rollback().execute();
  const { code, stdout, stderr } = await importing.finished;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^The legacy database does not answer: .+\n/);
  expect(stderr).toContain(`\n${STOPPED}\n`);
  expect(await stores()).toBe(2);

  const refused = await runProgram('cli/main.ts', WORDS, throughLink);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be used') });
  expect(await exits()).toEqual([2, 1]);
});

test('a wrong key that is found only after some rows ends the import as failed too', async () => {
  const { env, keyFile, stores, exits } = await openCommand();
  await writeFile(keyFile, 'no key', { mode: 0o600 });
  const stopped = await runProgram('cli/main.ts', WORDS, env);
  expect(stopped).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`\n${STOPPED}\n`) });
  expect(await stores()).toBe(2);
  expect(await exits()).toEqual([1]);
});
