import { describe, expect, test } from 'vitest';
import { runProgram } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';

async function crawlchainOn(): Promise<(...words: string[]) => ReturnType<typeof runProgram>> {
  const { url } = await createTestDatabase();
  return (...words) => runProgram('cli/main.ts', ['platforms', ...words], { DATABASE_URL: url });
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
        set_by_command: ['requests_per_second', 'max_concurrent_requests'],
        others_from: 'command',
        speed: 1,
        stopped_at: null,
      },
      { target: 'blaze', requests_per_second: 4, max_concurrent_requests: 8, set_by_command: [] },
    ]);
    const back = await platforms('set', 'dutchie', '--requests-per-second', 'default');
    expect(back.stdout.split('\n')[0]).toBe(
      'dutchie: 4 requests a second, 3 at once (set); 0 under way, 0 waiting',
    );
  });

  test('stops and starts, and says when that was so already', async () => {
    const platforms = await crawlchainOn();
    const said = async (...words: string[]) => (await platforms(...words)).stdout.trim();
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
    [['stop', 'weedmaps', '--reason', 'x'], 'It takes dutchie or blaze.'],
    [['stop', 'dutchie'], "required option '--reason <text>' not specified"],
    [['stop', 'dutchie', '--reason', ' '], 'It takes a few words that say why'],
    [['set', 'dutchie'], 'Nothing to set'],
    [['set', 'dutchie', '--requests-per-second', '0'], 'above 0, at most 1000, or default'],
    [['set', 'dutchie', '--max-concurrent', '1.5'], 'a whole number from 1 to 1000, or default'],
  ])('%j is refused with a word on what is accepted', async (words, complaint) => {
    const platforms = await crawlchainOn();
    const { code, stderr } = await platforms(...words);
    expect(code).toBe(2);
    expect(stderr).toContain(complaint);
  });

  test('asks for the database when it is not named', async () => {
    const nowhere = ['--data-dir', '/nowhere', 'platforms', 'list'];
    const { code, stderr } = await runProgram('cli/main.ts', nowhere, { DATABASE_URL: '' });
    expect(code).toBe(2);
    expect(stderr).toContain('DATABASE_URL is not set');
  });
});
