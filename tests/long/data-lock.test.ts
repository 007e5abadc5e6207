import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DataLockedError, lockDataDir, waitForDataLock } from '../../local/data-lock.ts';
import { makeTemporaryDir, startOwner } from '../integration/local/running-owner.ts';

describe('the lock of a data folder', { timeout: 60_000 }, () => {
  it('names the process that has the folder already', async () => {
    const dir = await makeTemporaryDir();
    const owner = await startOwner('lock', dir);
    const error = await lockDataDir(dir).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DataLockedError);
    expect(error).toMatchObject({ pid: owner.pid, message: expect.stringContaining(`process ${owner.pid}`) });
  });

  it('goes to exactly one of many who ask at the same time', async () => {
    const dir = await makeTemporaryDir();
    const owners = await Promise.all(Array.from({ length: 6 }, () => startOwner('lock', dir)));
    expect(owners.filter(({ said }) => said.error === undefined)).toHaveLength(1);
  });

  it('is taken over from a killed process by exactly one of many', async () => {
    const dir = await makeTemporaryDir();
    const dead = await startOwner('lock', dir);
    dead.process.kill('SIGKILL');
    const owners = await Promise.all(Array.from({ length: 6 }, () => startOwner('lock', dir)));
    const winners = owners.filter(({ said }) => said.error === undefined);
    expect(winners).toHaveLength(1);
    await expect(lockDataDir(dir)).rejects.toMatchObject({ pid: winners[0]?.pid });
  });

  it('is free again after a release, and leaves no file', async () => {
    const dir = await makeTemporaryDir();
    const lock = await lockDataDir(dir);
    await expect(lockDataDir(dir)).rejects.toBeInstanceOf(DataLockedError);
    await lock.release();
    await (await lockDataDir(dir)).release();
    expect(await readdir(dir)).toEqual([]);
  });

  it('is handed to who waits for it', async () => {
    const dir = await makeTemporaryDir();
    const first = await lockDataDir(dir);
    const waitedFor: number[] = [];
    const second = await waitForDataLock(dir, (pid) => {
      waitedFor.push(pid);
      void first.release();
    });
    expect(waitedFor).toEqual([process.pid]);
    await second.release();
  });
});
