import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { confirm, type Terminal } from '../../../../cli/output/confirm.ts';

function terminal(typed: string, isTTY = true) {
  const output = new PassThrough();
  const ends = {
    input: Object.assign(new PassThrough(), { isTTY }),
    output: Object.assign(output, { isTTY }),
  } as unknown as Terminal;
  (ends.input as unknown as PassThrough).end(typed);
  return { ends, written: () => String(output.read() ?? '') };
}

test.each(['y\n', 'Y\n', ' yes \n'])('%j is a yes', async (typed) => {
  const { ends, written } = terminal(typed);
  await confirm('Delete it?', ends);
  expect(written()).toContain('Delete it? [y/N] ');
});

test.each(['n\n', '\n', 'yesterday\n', 'yy\n'])('%j is a no', async (typed) => {
  await expect(confirm('Delete it?', terminal(typed).ends)).rejects.toThrow('Nothing was changed.');
});

test('an input that ends without an answer is a no', async () => {
  await expect(confirm('Delete it?', terminal('').ends)).rejects.toThrow('Nothing was changed.');
});

test('a program is not asked', async () => {
  const { ends, written } = terminal('n\n', false);
  await confirm('Delete it?', ends);
  expect(written()).toBe('');
});
