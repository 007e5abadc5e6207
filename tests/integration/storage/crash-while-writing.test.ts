import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPayloadFiles, payloadPath } from '../../../storage/payload-files.ts';
import { TEMPORARY_SUFFIX } from '../../../storage/write-file-atomically.ts';

const fetchedAt = new Date('2026-11-21T10:15:30.123Z');
const modulePath = new URL('../../../storage/payload-files.ts', import.meta.url).href;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'crash-'));
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

// Returns a program that kills itself at the named file system call, where a power cut would do the most harm.
function childProgram(callToDieAt: string): string {
  return `
    import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    const original = fs[${JSON.stringify(callToDieAt)}];
    fs[${JSON.stringify(callToDieAt)}] = async (...parameters) => {
      const isTheFile = ${callToDieAt === 'link'} || String(parameters[0]).endsWith('.tmp');
      if (isTheFile) process.kill(process.pid, 'SIGKILL');
      return original(...parameters);
    };
    syncBuiltinESMExports();
    const { createPayloadFiles } = await import(${JSON.stringify(modulePath)});
    await createPayloadFiles({ root: ${JSON.stringify(root)} }).write({
      dispensaryId: 1, fetchedAt: new Date(${fetchedAt.getTime()}), document: { a: 1 },
    });`;
}

test.each(['open', 'link', 'rm'])(
  'a process killed at %s leaves the payload absent or whole',
  async (call) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', childProgram(call)], {
      stdio: 'inherit',
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');

    const path = payloadPath(1, fetchedAt);
    const left = await readdir(join(root, 'payloads/2026/11/21'));
    expect(left.filter((name) => !name.endsWith(TEMPORARY_SUFFIX))).toEqual(
      call === 'rm' ? [path.split('/').at(-1)] : [],
    );

    const files = createPayloadFiles({ root });
    const stored = await files.write({ dispensaryId: 1, fetchedAt, document: { a: 1 } });
    expect(await files.read(path, stored)).toEqual({ a: 1 });
  },
);
