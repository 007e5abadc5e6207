import { expect, test } from 'vitest';
import { createDoubtWorld, MENU, MESSAGE, unbelieved } from '../../support/doubt-world.ts';
import { runProgram } from '../../support/run-program.ts';

const HOUR_MS = 3_600_000;

test('crawl --wait says that a menu is not believed, why, and when it is looked at again, and ends with 1', async () => {
  const world = await createDoubtWorld([unbelieved(HOUR_MS), unbelieved(null), MENU]);
  const crawl = (...words: string[]) =>
    runProgram('cli/main.ts', ['crawl', String(world.id), '--wait', '--no-images', ...words], world.env);
  const doubted = await crawl();
  expect(doubted.code).toBe(1);
  expect(doubted.stdout).toMatch(
    new RegExp(
      `^crawl/${world.id} is not believed, with payload 57: ${MESSAGE} Nothing went in; looked at again at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\.$`,
      'm',
    ),
  );
  const forGood = await crawl('--json');
  expect(forGood.code).toBe(1);
  expect(JSON.parse(forGood.stdout)).toMatchObject({
    status: 'unconfirmed',
    result: { payload_id: 57, unconfirmed: { faults: ['shrunk'], message: MESSAGE, look_again_at: null } },
  });
  expect(await crawl()).toMatchObject({ code: 0, stdout: expect.stringContaining('is completed') });
});

test('crawl all --wait counts chains whose menus are not believed apart, and ends with 1', async () => {
  const world = await createDoubtWorld([unbelieved(HOUR_MS)]);
  const { code, stdout } = await runProgram('cli/main.ts', ['crawl', 'all', '--wait'], world.env);
  expect(code).toBe(1);
  expect(stdout).toContain(
    '0 of 1 chains completed, 0 failed, 1 ended with a menu that is not believed, see `crawlchain tasks list --status unconfirmed`',
  );
});
