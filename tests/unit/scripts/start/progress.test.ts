import { expect, onTestFinished, test, vi } from 'vitest';
import { silenceWaits, withWait } from '../../../../local/progress-ticks.ts';
import { createProgress } from '../../../../scripts/start/progress.ts';

function output(isTTY: boolean, columns = 20) {
  const written: string[] = [];
  return { isTTY, columns, write: (text: string) => written.push(text) > 0, written };
}

test('in a terminal a tick fits into its line and stays until the next line', () => {
  const terminal = output(true);
  const progress = createProgress(terminal);
  progress('Starting Temporal… 12345 s', true);
  progress('The dashboard is there');
  expect(terminal.written).toEqual(['\r\u001B[KStarting Temporal… ', '\r\u001B[KThe dashboard is there\n']);
});

test('a terminal that does not know its width shows the whole tick', () => {
  const terminal = output(true, 0);
  createProgress(terminal)('Starting Temporal… 3 s', true);
  expect(terminal.written).toEqual(['\r\u001B[KStarting Temporal… 3 s']);
});

test('elsewhere every tick is a line of its own', () => {
  const file = output(false);
  createProgress(file)('Starting Temporal… 3 s', true);
  expect(file.written).toEqual(['Starting Temporal… 3 s\n']);
});

test('only a wait of more than three seconds is reported, and more and more rarely', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  await withWait('Starting the API', report, async () => {
    await vi.advanceTimersByTimeAsync(2_900);
  });
  expect(lines).toEqual([]);
  vi.stubGlobal('process', { ...process, stderr: { isTTY: false } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const work = withWait('Starting the API', report, async () => {
    await vi.advanceTimersByTimeAsync(22_000);
    return 'done';
  });
  expect(await work).toBe('done');
  expect(lines).toEqual(['Starting the API… 3 s', 'Starting the API… 9 s', 'Starting the API… 21 s']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toHaveLength(3);
});

test('a wait that is silenced is not reported any more, but later ones are', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  void withWait('Crawling', report, () => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(3_000);
  silenceWaits();
  await withWait('Stopping', report, async () => {
    await vi.advanceTimersByTimeAsync(3_500);
  });
  expect(lines).toEqual(['Crawling… 3 s', 'Stopping… 3 s']);
});
