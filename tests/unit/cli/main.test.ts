import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

test('a refused call ends with its code also when nobody reads why', async () => {
  const child = spawn(process.execPath, ['cli/main.ts', 'nonsense'], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.destroy();
  expect(await once(child, 'close')).toEqual([2, null]);
});
