import { expect, test } from 'vitest';
import { nameCommand } from '../../../domain/name-command.ts';

test('a call of the command is named as it is called here, whatever characters that has', () => {
  const command = "crawlchain --data-dir '/srv/$& $1'";
  expect(nameCommand('`crawlchain proxies list` shows them; `crawlchain doctor` too.', command)).toBe(
    `\`${command} proxies list\` shows them; \`${command} doctor\` too.`,
  );
});
