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
