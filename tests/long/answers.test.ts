import { sql } from 'kysely';
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { listAudit } from '../../db/queries/api-audit.ts';
import { findPayload } from '../../db/queries/payload-pages.ts';
import { startApiServer } from '../support/api-server.ts';
import { runProgram } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import { makeDispensary } from '../integration/db/make-crawl.ts';
import { quarantineOne } from '../integration/db/make-quarantined.ts';
import { makeUnconfirmed } from '../integration/db/make-unconfirmed.ts';

const DAY_MS = 86_400_000;

async function crawlchainOn() {
  const { db, url } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const { url: apiUrl } = await startApiServer({ db, client, isFollowed: false });
  const env = { DATABASE_URL: url, CRAWLCHAIN_URL: apiUrl };
  const crawlchain = (...text: string[]) => runProgram('cli/main.ts', text, env);
  return { db, env, crawlchain };
}

test('a key that is rotated lives as long as the former one was made for, and the first one is told of', async () => {
  const { env, crawlchain } = await crawlchainOn();
  expect(await crawlchain('keys', 'create', 'ops')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^No key was ever made, .+ --direct`\.\n$/),
  });
  const made = await crawlchain(
    'keys',
    'create',
    'ops',
    '--scope',
    'admin',
    '--expires',
    '30d',
    '--direct',
    '--json',
  );
  expect(made.stderr).toMatch(
    /^It is the first key: an API that was open on its machine accepts no request /,
  );
  const { id, key: CRAWLCHAIN_KEY } = JSON.parse(made.stdout) as { id: string; key: string };
  const keys = (...text: string[]) =>
    runProgram('cli/main.ts', ['keys', ...text], { ...env, CRAWLCHAIN_KEY });
  const rotated = await keys('rotate', id, '--json');
  expect(rotated).toMatchObject({ code: 0, stderr: '' });
  const { id: heir, expires_at: expiresAt } = JSON.parse(rotated.stdout) as {
    id: string;
    expires_at: string;
  };
  expect(await keys('rotate', id)).toMatchObject({
    code: 2,
    stderr: `The key ${id} was rotated already; ${heir} takes its place.\n`,
  });
  const days = (Date.parse(expiresAt) - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  const revoked = await keys('revoke', heir, '--json');
  expect(JSON.parse(revoked.stdout)).toEqual({ id: heir, revoked: true });
  expect((await keys('rotate', heir)).stderr).toBe(`The key ${heir} is not valid any more.\n`);
  expect((await keys('list')).stdout).toMatch(new RegExp(`^${id} +ops +admin +replaced by ${heir} `, 'm'));
});

test('what a platform and a proxy were changed to is told to programs too', async () => {
  const { db, crawlchain } = await crawlchainOn();
  const stopped = await crawlchain('platforms', 'stop', 'dutchie', '--reason', 'they called', '--json');
  expect(JSON.parse(stopped.stdout)).toEqual({
    platform: 'dutchie',
    stopped: true,
    was_stopped: false,
    reason: 'they called',
  });
  const { id } = await db
    .insertInto('proxies')
    .values({ protocol: 'http', host: '127.0.0.1', port: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const disabled = await crawlchain('proxies', 'disable', String(id), '--json');
  expect(JSON.parse(disabled.stdout)).toEqual({ ids: [id], is_active: false });

  expect(await crawlchain('proxies', 'enable', String(id), '98', '99', '98')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^There is no proxy 98, 99; nothing was changed\.$/m),
  });
  expect(await db.selectFrom('proxies').select('is_active').execute()).toEqual([{ is_active: false }]);
});

test('the list of the quarantine names products that show what is doubted, except for payloads without samples', async () => {
  const { db, crawlchain } = await crawlchainOn();
  await quarantineOne(db);
  const { payloadId } = await makeUnconfirmed(db);
  const { stdout } = await crawlchain('quarantine', 'list');
  expect(stdout).toMatch(/prices are others\. For example: Blue Dream: on the menu → gone\.$/m);
  expect(stdout).toMatch(/The menu came back empty\.$/m);
  await sql`update raw_crawl_payloads set suspicion = suspicion - 'samples'`.execute(db);
  expect((await crawlchain('quarantine', 'list')).stdout).toMatch(/prices are others\.$/m);
  const listed = JSON.parse((await crawlchain('quarantine', 'list', '--json')).stdout);
  expect(listed).toMatchObject([
    { suspicion: { samples: [] } },
    { id: payloadId, suspicion: { samples: [] } },
  ]);
});

test('why a person does not believe a payload is kept with it, and in the audit', async () => {
  const { db, crawlchain } = await crawlchainOn();
  const { id } = await quarantineOne(db);
  const because = 'The site was down.';
  const text = ['quarantine', 'reject', String(id), '--by', 'ada', '--reason', because];
  expect(await crawlchain(...text)).toMatchObject({ code: 0 });
  expect(await findPayload(db, id)).toMatchObject({
    verdict: 'rejected',
    decided_by: 'ada (local)',
    decided_because: because,
  });
  const noted = await listAudit(db, { actor: null, before: null, limit: 1 });
  expect(noted).toMatchObject([{ path: `/api/payloads/${id}/decision`, reason: because, status: 200 }]);
});

test('a dispensary is named by its id or slug, and what there is not is refused with what is accepted', async () => {
  const { db, crawlchain } = await crawlchainOn();
  const id = await makeDispensary(db);
  const { slug } = await db
    .selectFrom('dispensaries')
    .where('id', '=', id)
    .select('slug')
    .executeTakeFirstOrThrow();
  expect(await crawlchain('payloads', 'list', '--dispensary', slug)).toMatchObject({
    code: 0,
    stdout: 'There are none.\n',
  });
  for (const [text, complaint] of REFUSALS) {
    const { code, stdout, stderr } = await crawlchain(...text);
    expect({ words: text, code, stdout }).toEqual({ words: text, code: 2, stdout: '' });
    expect(stderr).toContain(complaint);
  }
});

const REFUSALS: [words: string[], complaint: string][] = [
  [
    ['payloads', 'list', '--dispensary', '4711'],
    'There is no dispensary "4711". It takes an id or a slug of `dispensaries list`.\n',
  ],
  [['replay', '--dry-run', '--state', 'ZZ'], 'It takes the two letters of a state or province'],
  [['keys', 'create', 'ops', '--expires', 'tomorrow'], 'It takes a time up to ten years'],
];

test('--version prints the version, and starts no second process for it', async () => {
  const version = { code: 0, stdout: `${packageFile.version}\n` };
  expect(await runProgram('cli/main.ts', ['--version'])).toMatchObject(version);
  // With these permissions, a process cannot start another process.
  const alone = ['--permission', '--allow-fs-read=*', 'bin/crawlchain.mjs', '--version'];
  expect(await runProgram(alone[0]!, alone.slice(1))).toMatchObject(version);
});
