import { expect, test } from 'vitest';
import { createProgram } from '../../../../../cli/program.ts';

test.each([
  [['list', '--status', 'pending,done'], 'It takes one or several of pending, running, completed,'],
  [
    ['list', '--type', 'Download'],
    'It takes the name of a type: up to 63 small letters, digits and underscores, a letter first.',
  ],
  [['list', '--account', ''], 'It takes 1 to 100 characters, none of them a control character.'],
  [['list', '--since', 'yesterday'], 'It takes a time with its zone'],
  [['list', '--limit', '0'], 'It takes a whole number above 0.'],
  [['start', 'count', '--payload', '{'], 'It takes a JSON object, such as'],
  [['start', 'count', '--payload', '[1]'], 'It takes a JSON object, such as'],
  [
    ['start', 'count', '--id', 'a/b'],
    'It takes up to 150 letters, digits, dots, dashes, underscores and colons,',
  ],
  [['start', 'count', '--platform', 'a\nb'], 'It takes 1 to 100 characters'],
  [['start', 'count', '--priority', '11'], 'It takes a whole number from 1 to 10; 1 is the most urgent.'],
  [['start', 'count', '--priority', '0'], 'It takes a whole number from 1 to 10; 1 is the most urgent.'],
  [['start', 'count', '--max-retries', '101'], 'It takes a whole number from 0 to 100.'],
  [['start', 'count', '--max-retries', '-1'], 'It takes a whole number from 0 to 100.'],
  [['start', 'count', '--at', 'tomorrow'], 'It takes a time with its zone'],
  [['start', 'count', '--depends-on', 'menus,'], 'It takes up to 150 letters, digits, dots,'],
  [['start', 'count', '--on-failure', 'wait'], 'Allowed choices are fail, skip, run.'],
  [['retry', 'pictures', '--priority', 'high'], 'It takes a whole number from 1 to 10'],
  [['edit', 'pictures'], 'Nothing to change; give --priority, --at or --payload.'],
  [['edit', 'pictures', '--at', 'later'], 'It takes a time with its zone'],
])('jobs %j is refused with what it takes', async (text, complaint) => {
  const program = await createProgram(['jobs']);
  await expect(program.parseAsync(['jobs', ...text], { from: 'user' })).rejects.toThrow(complaint);
});
