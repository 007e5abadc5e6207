import { hostname, userInfo } from 'node:os';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../db/queries/api-audit.ts';
import { givenKey, startApiServer } from '../support/api-server.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

const ACTOR = `command:${userInfo().username}@${hostname()}`;

const crawlchain = (env: Record<string, string>, ...text: string[]) => runProgram('cli/main.ts', text, env);

describe('what the command changes', () => {
  test('is noted with who, when, why and how it ended; what only looks is not', async () => {
    const { db, url } = await createTestDatabase();
    const { client } = await createTestNamespace();
    const env = { DATABASE_URL: url };
    const made = await crawlchain(
      env,
      'keys',
      'create',
      "Ada's",
      '--direct',
      '--reason',
      'the night shift',
      '--json',
    );
    expect(made).toMatchObject({ code: 0, stderr: expect.stringMatching(/^It is the first key: .+\n$/) });
    for (const [code, ...text] of CALLS) expect(await crawlchain(env, ...text)).toMatchObject({ code });

    const noted = await listAudit(db, { actor: ACTOR, before: null, limit: 10 });
    expect(noted.toReversed()).toMatchObject([
      {
        path: "keys create 'Ada'\\''s' --direct --json",
        reason: 'the night shift',
        status: 0,
        method: 'COMMAND',
      },
      { path: 'platforms stop dutchie --direct', reason: 'a=b, password=***', status: 0 },
      { path: 'proxies import http://***@127.0.0.1:1/ --direct', reason: null, status: 2 },
    ]);
    expect(JSON.stringify(noted)).not.toContain((JSON.parse(made.stdout) as { key: string }).key);

    const api = await startApiServer({ db, client });
    const headers = await givenKey(db, 'admin');
    const whole = await api.call('GET', `/api/audit?actor=${encodeURIComponent(ACTOR)}&limit=3`, { headers });
    expect(whole.body).toMatchObject({ items: { length: 3 }, next_cursor: null });
    const page = `/api/audit?actor=${encodeURIComponent(ACTOR)}&limit=2`;
    const { body } = await api.call('GET', page, { headers });
    expect(body.items).toMatchObject([{ outcome: 'refused' }, { actor: ACTOR, outcome: 'done' }]);

    await api.call('DELETE', '/api/schedules/no_such_schedule', {
      headers: { ...headers, 'x-reason': 'gone' },
    });
    const key = headers['authorization']!.slice('Bearer '.length);
    const audit = (...text: string[]) =>
      crawlchain({ CRAWLCHAIN_URL: api.url, CRAWLCHAIN_KEY: key }, 'audit', ...text);
    const shown = await audit('--limit', '2');
    expect(shown).toMatchObject({ code: 0, stderr: 'There are more; these are the first 2 (--limit).\n' });
    expect(shown.stdout).toMatch(
      /^when +who +what +outcome +why +about\n\S+Z +a admin key \(\w+\) +DELETE \/api\/schedules\/no_such_schedule +refused +gone +-\n.+ crawlchain proxies import \S+ --direct +refused +- +-\n$/,
    );
    const ofCommand = await audit('--actor', ACTOR, '--limit', '1', '--json');
    expect(JSON.parse(ofCommand.stdout)).toMatchObject([{ actor: ACTOR, outcome: 'refused', status: 2 }]);
    expect((await audit('--actor', 'nobody')).stdout).toBe('Nothing is noted.\n');
  });

  test('is done also where it cannot be noted, which is told', async () => {
    const { db, url } = await createTestDatabase();
    await sql`alter table api_audit rename to elsewhere`.execute(db);
    const made = await crawlchain({ DATABASE_URL: url }, 'keys', 'create', 'a key', '--direct');
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\n$/) });
    expect(made.stderr).toMatch(
      /\nThis call is not recorded in the audit: relation "api_audit" does not exist\n$/,
    );

    const nowhere = { DATABASE_URL: '', TEMPORAL_ADDRESS: '' };
    const dataDir = await temporaryFolder('no-servers-');
    // Without a database, the command changes nothing, and reports that once.
    const refused = await crawlchain(nowhere, '--data-dir', dataDir, 'keys', 'create', 'k1', '--direct');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/^There is no database: .+\n$/) });
  });
});

const CALLS: [code: number, ...words: string[]][] = [
  [0, 'fsck'],
  [2, 'fsck', '--force'],
  [2, 'proxies', 'import', 'list', '--direct', '--reason', ' '],
  [0, 'platforms', 'stop', 'dutchie', '--direct', '--reason=a=b, password=hush'],
  [2, 'proxies', 'import', 'http://ada:hush@127.0.0.1:1/', '--direct'],
];
