import { expect, test } from 'vitest';
import { readEnvironment } from '../../../config/environment.ts';
import type { Log } from '../../../observability/log.ts';
import { openBrowserStage } from '../../../workers/browser-stage.ts';

const isRoot = process.getuid?.() === 0;

/** Creates a log that records its messages with their levels. */
function recordLog(): { log: Log; lines: [level: string, message: string][] } {
  const lines: [string, string][] = [];
  const at =
    (level: string) =>
    (...reported: unknown[]): void =>
      void lines.push([level, String(reported.at(-1))]);
  return {
    log: {
      trace: at('trace'),
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
    },
    lines,
  };
}

test('browsers without their sandbox are warned of once, at the start', async () => {
  const { log, lines } = recordLog();
  await openBrowserStage(readEnvironment({ BROWSER_NO_SANDBOX: 'true' }), 2048, log);
  expect(lines).toEqual([
    ['info', 'browsers can be started'],
    [
      'warn',
      'BROWSER_NO_SANDBOX is set: a page that breaks out of the browser has the rights of this worker',
    ],
  ]);
});

test.runIf(isRoot)(
  'as root a worker that has not been told so starts no browsers, with one clear error',
  async () => {
    const { log, lines } = recordLog();
    await expect(openBrowserStage(readEnvironment({}), 2048, log)).rejects.toMatchObject({
      kind: 'InvalidInput',
      message:
        'As root, Chromium starts only without its sandbox: run the worker as another user, or set BROWSER_NO_SANDBOX=true.',
    });
    expect(lines).toEqual([]);
  },
);

test.skipIf(isRoot)('as another user browsers have their sandbox, and nothing is warned of', async () => {
  const { log, lines } = recordLog();
  await openBrowserStage(readEnvironment({}), 2048, log);
  expect(lines).toEqual([['info', 'browsers can be started']]);
});

test('MAX_BROWSERS says how many browsers there are at once', async () => {
  const { log } = recordLog();
  const environment = readEnvironment({ BROWSER_NO_SANDBOX: 'true', MAX_BROWSERS: '1' });
  expect((await openBrowserStage(environment, 2048, log)).slots).toBe(1);
});
