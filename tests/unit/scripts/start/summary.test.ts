import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { commandOf } from '../../../../scripts/start/summary.ts';

test('the command is told which folder its servers have, unless it is the usual one', () => {
  expect(commandOf(resolve('.data'))).toBe('npx crawlchain');
  expect(commandOf('/srv/crawl')).toBe('npx crawlchain --data-dir /srv/crawl');
  expect(commandOf("/srv/Ada's $& crawls")).toBe(
    String.raw`npx crawlchain --data-dir '/srv/Ada'\''s $& crawls'`,
  );
});
