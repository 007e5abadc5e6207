import { expect, test } from 'vitest';
import { startApiServer } from '../support/api-server.ts';
import { createDoubtWorld, MENU, MESSAGE, unbelieved, type DoubtWorld } from '../support/doubt-world.ts';
import { runProgram } from '../support/run-program.ts';

const HOUR_MS = 3_600_000;

async function commandOf({ db, client }: DoubtWorld) {
  const { url: CRAWLCHAIN_URL } = await startApiServer({ db, client, isFollowed: false });
  return (...text: string[]) => runProgram('cli/main.ts', text, { CRAWLCHAIN_URL });
}

test('crawl --wait ends with 1 and one short line about a menu in doubt, and tells of one that was and is confirmed', async () => {
  const world = await createDoubtWorld([
    unbelieved(HOUR_MS),
    unbelieved(null),
    MENU,
    { ...MENU, confirmed: { faults: ['shrunk'], by: 'time' } },
  ]);
  const crawlchain = await commandOf(world);
  const crawl = (...text: string[]) =>
    crawlchain('crawl', String(world.id), '--wait', '--no-images', ...text);
  const doubted = await crawl();
  expect(doubted.code).toBe(1);
  expect(doubted.stdout).toMatch(
    new RegExp(
      `^crawl/${world.id} ended with payload 57 doubted: shrunk; waits for the look at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC, see \`npx crawlchain quarantine list\`$`,
      'm',
    ),
  );
  const forGood = await crawl('--json');
  expect(forGood.code).toBe(1);
  expect(JSON.parse(forGood.stdout)).toMatchObject({
    status: 'unconfirmed',
    result: { payload_id: 57, unconfirmed: { faults: ['shrunk'], message: MESSAGE, look_again_at: null } },
  });
  expect(await crawl()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is completed, with payload 57:'),
  });
  expect((await crawl()).stdout).toContain(
    'is completed, with payload 57 (was doubted: shrunk; confirmed by a later look): 30 products',
  );
});

test('crawl all --wait counts chains whose menus are not believed apart, and ends with 1', async () => {
  const world = await createDoubtWorld([unbelieved(HOUR_MS)]);
  const crawlchain = await commandOf(world);
  const { code, stdout } = await crawlchain('crawl', 'all', '--wait');
  expect(code).toBe(1);
  expect(stdout).toContain(
    '0 of 1 chains completed, 0 failed, 1 ended with a doubted menu, see `npx crawlchain tasks list --status unconfirmed`',
  );
});
