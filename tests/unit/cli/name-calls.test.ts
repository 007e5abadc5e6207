import { expect, test } from 'vitest';
import { commandsOf, isGroup } from '../../../cli/command-tree.ts';
import { nameCalls } from '../../../cli/name-calls.ts';
import { createProgram } from '../../../cli/program.ts';

const CALL = { command: "npx crawlchain --data-dir '/srv/$& $1'", apiOptions: "--context '$& lab'" };

test('a call of the command in a sentence is named as this one, and asks the same API', () => {
  expect(nameCalls('`crawlchain tasks show a` shows it; `crawlchain proxies list`.', CALL)).toBe(
    `\`${CALL.command} tasks show a --context '$& lab'\` shows it; \`${CALL.command} proxies list --context '$& lab'\`.`,
  );
  expect(nameCalls('`crawlchain tasks list`', { command: 'crawlchain', apiOptions: '' })).toBe(
    '`crawlchain tasks list`',
  );
});

test('calls that go past the API get no option of it', () => {
  expect(nameCalls('`crawlchain keys create NAME --direct`', CALL)).toBe(
    `\`${CALL.command} keys create NAME --direct\``,
  );
});

test('every command that takes the options of an API gets them, and no other one does', async () => {
  const commands = commandsOf(await createProgram([])).filter((placed) => !isGroup(placed));
  const named = (path: string) =>
    nameCalls(`\`crawlchain ${path}\``, { command: '', apiOptions: '--server X' });
  const takes = commands.filter(({ command }) => command.options.some(({ long }) => long === '--context'));
  expect(commands.map(({ path }) => path).filter((path) => named(path).includes(' --server X'))).toEqual(
    takes.map(({ path }) => path),
  );
});
