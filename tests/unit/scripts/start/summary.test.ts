import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { commandOf } from '../../../../scripts/start/command-of.ts';
import { printPlaces } from '../../../../scripts/start/summary.ts';

test('the command is told which folder its servers have, unless it is the usual one', () => {
  expect(commandOf(resolve('.data'))).toBe('npx crawlchain');
  expect(commandOf('/srv/crawl')).toBe('npx crawlchain --data-dir /srv/crawl');
  expect(commandOf("/srv/Ada's $& crawls")).toBe(
    String.raw`npx crawlchain --data-dir '/srv/Ada'\''s $& crawls'`,
  );
});

test('doubted menus are named with the page and the command that decide about them', () => {
  const textOf = (doubted: number): string => {
    const written: string[] = [];
    const standing = { apiUrl: 'http://127.0.0.1:3000', dataDir: '/srv/crawl', doubted };
    printPlaces([['Dashboard', 'http://127.0.0.1:3000/']], standing, {
      write: (text) => written.push(String(text)) > 0,
    });
    return written.join('');
  };
  expect(textOf(12)).toContain(
    '12 menus are doubted. Decide: http://127.0.0.1:3000/quarantine, or npx crawlchain --data-dir /srv/crawl quarantine list\n',
  );
  expect(textOf(1)).toContain('One menu is doubted. Decide: ');
  expect(textOf(0)).not.toContain('doubted');
});
