import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { identifyProcess, isOwnGroupRunning } from '../../../local/process-identity.mjs';

test('a group counts as running until its members have ended, and not when its number went to another process', async () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  const leader = identifyProcess(child.pid!);
  expect(isOwnGroupRunning(leader)).toBe(true);
  expect(isOwnGroupRunning({ ...leader, startTime: '1' })).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isOwnGroupRunning(leader)).toBe(false);
});
