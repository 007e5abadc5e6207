import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startProcess } from '../../../../jobs/isolation/start-process.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('a process that cannot be started leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const module = join(await temporaryFolder('job-types-'), 'deleted', 'types.mjs');
  const { failure } = startProcess({
    isolation: 'process',
    memoryMb: 64,
    hidden: [],
    env: {},
    module,
    offers: {},
  });
  await expect(failure).rejects.toThrow('The process of the job cannot be started: spawn');
  expect(vi.getTimerCount()).toBe(0);
});
