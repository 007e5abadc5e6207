import { EventEmitter, once } from 'node:events';
import { copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ProcessSpec } from '../../../local/managed-process.ts';
import { createProcessGroup } from '../../../local/process-group.ts';
import { identifyProcess, isRunning } from '../../../local/process-identity.mjs';
import { mountSmallDisk } from '../../../faults/world/small-disk.ts';
import { NO_SMALL_DISK } from '../../support/small-disk.ts';
import { expectGone, makeGroup, makeTemporaryDir, startOwner } from './running-owner.ts';

const disk = mountSmallDisk(128 * 1024);
afterAll(() => disk?.unmount());

async function shell(script: string, more: Partial<ProcessSpec> = {}): Promise<ProcessSpec> {
  const logFile = join(await makeTemporaryDir(), 'shell.log');
  return { name: 'shell', command: '/bin/sh', args: ['-c', script], logFile, ...more };
}

/** Returns a shell that reports when it is ready, so that a test sends no signal before the shell has set its traps. */
async function readyShell(script: string): Promise<{ spec: ProcessSpec; ready: Promise<string> }> {
  const { promise: ready, resolve } = Promise.withResolvers<string>();
  return { spec: await shell(script, { onStdoutLine: resolve }), ready };
}

describe('a process group', { timeout: 60_000 }, () => {
  it('leaves nothing behind when its owner is killed outright, neither grandchildren nor who ignores SIGTERM', async () => {
    const owner = await startOwner('shells', await makeTemporaryDir());
    expect(owner.said.pids).toHaveLength(3);
    owner.process.kill('SIGKILL');
    await expectGone(owner.said.pids!);
  });

  it('stops the last started first', async () => {
    const group = makeGroup();
    const ended: string[] = [];
    for (const name of ['first', 'second', 'third']) {
      const { spec, ready } = await readyShell(
        "trap 'exit 0' TERM; echo ready; while :; do sleep 0.05; done",
      );
      group.start({ ...spec, name, onExit: ({ code }) => ended.push(`${name} ${code}`) });
      await ready;
    }
    await group.stopAll();
    expect(ended).toEqual(['third 0', 'second 0', 'first 0']);
  });

  it('kills who does not end in time, with its children', async () => {
    const group = makeGroup();
    const { spec, ready } = await readyShell("trap '' TERM; sleep 1000 & echo $!; wait; sleep 1000");
    const process = group.start({ ...spec, graceMs: 100 });
    const pids = [Number(await ready), process.pid!];
    expect(await process.stop()).toMatchObject({ signal: 'SIGKILL', expected: true });
    await expectGone(pids);
  });

  it('starts a killed process again up to its bound, then gives up', async () => {
    const group = makeGroup();
    const exits: boolean[] = [];
    const spec = await shell('kill -9 $$', { restart: { maxRestarts: 2, windowMs: 60_000 } });
    const exit = await group.start({ ...spec, onExit: ({ willRestart }) => exits.push(willRestart) }).exited;
    expect(exits).toEqual([true, true, false]);
    expect(exit).toMatchObject({ signal: 'SIGKILL', willRestart: false, expected: false });
  });

  it('starts a killed process again when its program is missing for a moment', async () => {
    const folder = await makeTemporaryDir();
    const program = join(folder, 'program');
    await copyFile('/bin/sh', program);
    const started = new EventEmitter<{ pid: [number]; exit: [boolean] }>();
    const group = makeGroup();
    const firstExits = once(started, 'exit');
    const managed = group.start({
      ...(await shell('sleep 1000', { restart: { maxRestarts: 9, windowMs: 60_000 } })),
      command: program,
      onStart: (pid) => started.emit('pid', pid),
      onExit: ({ error, willRestart }) => error && started.emit('exit', willRestart),
    });
    const away = `${program}.away`;
    await rename(program, away);
    process.kill(managed.pid!, 'SIGKILL');
    expect(await firstExits).toEqual([true]);
    const again = once(started, 'pid');
    await rename(away, program);
    expect(await again).toEqual([expect.any(Number)]);
  });

  it('reports each outage once, also when the cause is the same', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const lines: string[] = [];
    const group = createProcessGroup({ tell: (line) => void lines.push(line) });
    onTestFinished(() => group.killAll());
    const works = join(await makeTemporaryDir(), 'works');
    const serving = new EventEmitter<{ line: [string] }>();
    const exits = new EventEmitter<{ exit: [] }>();
    const managed = group.start({
      ...(await shell(`[ -e ${works} ] && echo serving && sleep 1000; exit 3`)),
      restart: { maxRestarts: 0, windowMs: 60_000, waitsFor: () => 'there is space' },
      onStdoutLine: (line) => serving.emit('line', line),
      onExit: () => exits.emit('exit'),
    });
    for (let outage = 1; outage <= 2; outage += 1) {
      await once(exits, 'exit');
      await once(exits, 'exit');
      expect(lines).toHaveLength(outage);
      const served = once(serving, 'line');
      await writeFile(works, '');
      await served;
      vi.advanceTimersByTime(60_000);
      await rm(works);
      process.kill(managed.pid!, 'SIGKILL');
    }
  });

  it.skipIf(disk === null)(
    `goes on when the disk of its logs is full (${NO_SMALL_DISK}), and the log says what is missing`,
    async () => {
      const logFile = join(disk!.root, 'shell.log');
      const freed = join(await makeTemporaryDir(), 'freed');
      const lines: string[] = [];
      // The shell writes more than the buffer of a pipe holds, then waits until a file exists.
      const script = `seq 1 30000; until [ -e ${freed} ]; do sleep 0.05; done; seq 30001 30010`;
      await disk!.fill();
      const lost = Promise.withResolvers<void>();
      const managed = makeGroup().start({
        ...(await shell(script)),
        logFile,
        onStdoutLine: (line) => lines.push(line) === 30_000 && lost.resolve(),
      });
      await lost.promise;
      await disk!.free();
      await writeFile(freed, '');
      expect(await managed.exited).toMatchObject({ code: 0 });
      await vi.waitFor(() => expect(lines).toHaveLength(30_010));
      expect(managed.logTail()).toMatch(/\(\d+ bytes of this log are lost\)\n30001\n/);
    },
  );

  it('starts nothing again once it is being stopped', async () => {
    const group = makeGroup();
    const crashed = Promise.withResolvers<void>();
    const spec = await shell('exit 3', { restart: { maxRestarts: 9, windowMs: 60_000 } });
    let starts = 0;
    const process = group.start({
      ...spec,
      onStart: () => (starts += 1),
      onExit: () => starts === 4 && crashed.resolve(),
    });
    await crashed.promise;
    await group.stopAll();
    expect(await process.exited).toMatchObject({ willRestart: false });
    expect(starts).toBe(4);
    expect(() => group.start(spec)).toThrow('is being stopped');
  });

  it('tells why a command could not be started', async () => {
    const spec = await shell('');
    const exit = await makeGroup().start({ ...spec, command: '/nowhere/server' }).exited;
    expect(exit.error?.message).toContain('ENOENT');
  });

  it('keeps the output of each process and shows the end of it', async () => {
    const spec = await shell('seq 1 100; echo trouble >&2; exit 1');
    const process = makeGroup().start(spec);
    await process.exited;
    expect(process.logTail().split('\n')).toEqual([
      ...Array.from({ length: 19 }, (_, index) => `${index + 82}`),
      'trouble',
    ]);
  });

  it('hands on the lines of a process that is listened to', async () => {
    const last = Promise.withResolvers<void>();
    const lines: string[] = [];
    const onStdoutLine = (line: string) => lines.push(line) === 100 && last.resolve();
    makeGroup().start(await shell('seq 1 100', { onStdoutLine }));
    await last.promise;
    expect(lines.at(-1)).toBe('100');
  });
});

describe('a process identity', () => {
  it('does not take another process with the same number for the one that was meant', () => {
    const own = identifyProcess(process.pid);
    expect(isRunning(own)).toBe(true);
    expect(isRunning({ ...own, startTime: own.startTime && `${own.startTime}0` })).toBe(
      own.startTime === null,
    );
  });
});
