import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CommandFailed } from '../../../../cli/command-failed.ts';
import { watch } from '../../../../cli/output/watch.ts';

test('what is watched is shown when it changes, outages too, until it is refused or nobody reads', async () => {
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text, reported?: unknown) => {
    written.push(String(text));
    const isClosed = written.length === 4;
    if (typeof reported === 'function') reported(isClosed ? new Error('EPIPE') : undefined);
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  const texts = ['one\n', 'one\n', 'two\n', null, 'three\n'];
  const watched = watch(
    async () => {
      const text = texts.shift();
      if (text === null) throw new CommandFailed('It is away.');
      return text ?? 'more\n';
    },
    () => Promise.resolve(),
  );
  await watched;
  expect(written).toEqual(['one\n', 'two\n', 'It is away. Trying again.\ntwo\n', 'three\n']);
});

test('a terminal shows as many lines as it has rows for, with those that it wraps', async () => {
  const { isTTY, rows, columns } = process.stdout;
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text, reported?: unknown) => {
    written.push(stripVTControlCharacters(String(text)));
    if (typeof reported === 'function') reported(written.length === 2 ? new Error('EPIPE') : undefined);
    return true;
  });
  Object.assign(process.stdout, { isTTY: true, rows: 6, columns: 10 });
  onTestFinished(() => {
    spy.mockRestore();
    Object.assign(process.stdout, { isTTY, rows, columns });
  });
  const wide = '日本日本日本日';
  const texts = [`a\n\u001B[1m${wide}\u001B[22m\nb\nc\n`, `a\n${wide}\nb\nc\nd\ne\n`];
  await watch(
    async () => texts.shift() ?? '',
    () => Promise.resolve(),
  );
  expect(written).toEqual([`a\n${wide}\nb\nc\n`, `a\n${wide}\nb\nand 3 lines more\n`]);
});
