import { expect, test } from 'vitest';
import { createProgram } from '../../../../../cli/program.ts';

test.each([
  [['list', '--status', 'pending,done'], 'It takes one or several of pending, claimed, running,'],
  [['list', '--role', 'baking'], 'Allowed choices are store_discovery,'],
  [['list', '--platform', 'none'], 'Allowed choices are dutchie,'],
  [['list', '--state', 'XX'], 'It takes the two letters of a state or province'],
  [['counts', '--since', 'yesterday'], 'It takes a time with its zone'],
  [['list', '--limit', '0'], 'It takes a whole number above 0.'],
  [['recover', '--threshold', '-1'], 'It takes minutes, from 0 to 100000.'],
  [['recover', '--threshold', '100001'], 'It takes minutes, from 0 to 100000.'],
])('tasks %j is refused with what it takes', async (text, complaint) => {
  const program = await createProgram(['tasks']);
  await expect(program.parseAsync(['tasks', ...text], { from: 'user' })).rejects.toThrow(complaint);
});
