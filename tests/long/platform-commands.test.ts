import { describe, expect, test } from 'vitest';
import { listAudit } from '../../db/queries/api-audit.ts';
import { startApiServer } from '../support/api-server.ts';
import { runProgram } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

async function crawlchainOn(): Promise<(...text: string[]) => ReturnType<typeof runProgram>> {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { url: CRAWLCHAIN_URL } = await startApiServer({ db, client, isFollowed: false });
  return (...text) => runProgram('cli/main.ts', ['platforms', ...text], { CRAWLCHAIN_URL });
}

describe('crawlchain platforms', () => {
  test('sets limits, shows them, and gives them back', async () => {
    const platforms = await crawlchainOn();
    await platforms('set', 'dutchie', '--requests-per-second', '0.5', '--max-concurrent', '3');
    const { stdout } = await platforms('list', '--json');
    expect(JSON.parse(stdout)).toMatchObject([
      {
        target: 'dutchie',
        requests_per_second: 0.5,
        max_concurrent_requests: 3,
        set_by_operator: ['requests_per_second', 'max_concurrent_requests'],
        speed: 1,
        stopped_at: null,
      },
      { target: 'blaze', requests_per_second: 4, max_concurrent_requests: 8, set_by_operator: [] },
    ]);
    const back = await platforms('set', 'dutchie', '--requests-per-second', 'default');
    expect(back.stdout).toMatch(/^dutchie +4 +3 \(set\) +0 +0$/m);
  });

  test('stops and starts, and says when that was so already', async () => {
    const platforms = await crawlchainOn();
    const said = async (...text: string[]) => (await platforms(...text)).stdout.trim();
    expect(await said('start', 'dutchie')).toBe('dutchie was not stopped.');
    expect(await said('stop', 'dutchie', '--reason', 'they called')).toBe('dutchie is stopped.');
    expect(await said('stop', 'dutchie', '--reason', 'they wrote')).toBe(
      'dutchie was stopped already; the reason is the new one.',
    );
    expect(await said('list')).toMatch(/stopped since \S+: they wrote/);
    expect(await said('start', 'dutchie')).toBe('dutchie is started.');
    expect(await said('list')).not.toContain('stopped');
  });

  test.each([
    [['stop', 'weedmaps', '--reason', 'x'], 'Allowed choices are dutchie, blaze.'],
    [['stop', 'dutchie'], "required option '--reason <text>' not specified"],
    [['stop', 'dutchie', '--reason', ' '], 'It takes a few words that say why'],
    [['set', 'dutchie'], 'Nothing to set'],
    [['set', 'dutchie', '--requests-per-second', '0'], 'above 0, at most 1000, or default'],
    [['set', 'dutchie', '--max-concurrent', '1.5'], 'a whole number from 1 to 1000, or default'],
  ])('%j is refused with a word on what is accepted', async (text, complaint) => {
    const platforms = await crawlchainOn();
    const { code, stderr } = await platforms(...text);
    expect(code).toBe(2);
    expect(stderr).toContain(complaint);
  });

  test('stops one in the database while no API answers, and notes it', async () => {
    const { db, url: DATABASE_URL } = await createTestDatabase();
    const stop = (...text: string[]) =>
      runProgram('cli/main.ts', ['platforms', 'stop', 'dutchie', '--reason', 'they called', ...text], {
        DATABASE_URL,
        CRAWLCHAIN_URL: 'http://127.0.0.1:9',
      });
    expect(await stop()).toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer') });
    expect(await db.selectFrom('pace').selectAll().execute()).toEqual([]);
    expect(await stop('--direct')).toMatchObject({ code: 0, stdout: 'dutchie is stopped.\n', stderr: '' });
    expect(JSON.parse((await stop('--direct', '--json')).stdout)).toEqual({
      platform: 'dutchie',
      stopped: true,
      was_stopped: true,
      reason: 'they called',
    });
    expect(await listAudit(db, { actor: null, before: null, limit: 10 })).toMatchObject([
      { path: 'platforms stop dutchie --direct --json', reason: 'they called', status: 0 },
      { path: 'platforms stop dutchie --direct', reason: 'they called', status: 0 },
    ]);
  });

  test('asks for the API, or the database, when it is not named', async () => {
    const nowhere = (...text: string[]) =>
      runProgram('cli/main.ts', ['--data-dir', '/nowhere', 'platforms', ...text], {
        CRAWLCHAIN_URL: '',
        API_URL: '',
        DATABASE_URL: '',
      });
    const complaint = (text: string) => ({ code: 2, stderr: expect.stringContaining(text) });
    expect(await nowhere('list')).toMatchObject(complaint('There is no API: '));
    expect(await nowhere('stop', 'dutchie', '--reason', 'x', '--direct')).toMatchObject(
      complaint('DATABASE_URL is not set'),
    );
  });
});
