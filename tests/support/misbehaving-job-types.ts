import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import { CrawlError } from '../../domain/errors.ts';
import type { SessionRequest } from '../../egress/session-request.ts';
import { CHANNEL_FD } from '../../jobs/isolation/message-port.ts';
import { defineJobType, type JobRun } from '../../jobs/job-type.ts';

/** What a job does once it has reported its first step. */
const MISDEEDS: Record<string, (job: JobRun<unknown>) => unknown> = {
  'throw-later': async () => {
    setInterval(() => {
      throw new Error('nobody catches this');
    });
    await forever();
  },
  'reject-unheard': async () => {
    void Promise.reject(new Error('nobody hears this'));
    await forever();
  },
  exit: () => process.exit(3),
  'loop-for-ever': () => {
    for (;;);
  },
  'fill-buffers': async () => {
    const kept: Buffer[] = [];
    for (;;) {
      kept.push(Buffer.alloc(16 * 1024 * 1024, 1));
      await new Promise((resolve) => void setImmediate(resolve));
    }
  },
  'fill-heap': () => {
    const kept: object[] = [];
    for (;;) kept.push({ at: kept.length });
  },
  'report-too-much': (job) => job.report({ percent: 101, message: 'more' }),
  'throw-kind': () => {
    throw new CrawlError('RateLimited', 'later', { evidence: { fault: 'test' }, retryAfterMs: 10 });
  },
  'throw-final': () => {
    throw new CrawlError('UpstreamError', 'never again', { isFinal: true });
  },
  'throw-failure': () => {
    throw ApplicationFailure.create({ message: 'no', type: 'NoLogin', nextRetryDelay: '5 minutes' });
  },
  'throw-last-failure': () => {
    throw ApplicationFailure.nonRetryable('never', 'JobCrashed');
  },
  environment: () => ({ ...process.env }),
  'send-garbage': async () => {
    writeSync(CHANNEL_FD, Buffer.from([0, 0, 0, 8, 255, 15, 0x99, 0x99, 1, 2, 3, 4]));
    await forever();
  },
  'send-no-json': async () => {
    writeMessage('{"call":');
    await forever();
  },
  'send-depths': async () => {
    writeMessage(`{"name":"report","values":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`);
    await forever();
  },
  'leave-unread'() {
    const call = framed(`{"call":1,"name":"${'x'.repeat(5_000_000)}","values":[]}`);
    for (;;) writeAll(call);
  },
  'call-without-end'() {
    const calls = Buffer.concat(Array.from({ length: 1_000 }, () => framed(CALL)));
    for (;;) writeAll(calls);
  },
  'answer-itself': async () => {
    writeMessage('{"answer":1,"error":{"id":"constructor","isReturned":true,"message":{"toString":1}}}');
    await forever();
  },
  'save-what-is-no-file': async () => {
    writeMessage('{"call":900,"name":"saveFile","values":["x.bin",{"length":1200000000}]}');
    writeMessage('{"call":901,"name":"__proto__","values":[]}');
    writeMessage('{"answer":"constructor","error":null}');
    return { done: true };
  },
  'blame-another': () => {
    throw new CrawlError('StaleAttempt', 'someone else has it');
  },
  'first-attempt-crashes': (job) => {
    if (job.attempt === 1) process.exit(1);
    return { cursor: job.cursor };
  },
};

const CALL = '{"call":1,"name":"getState","values":[]}';

/** Writes a message to the worker, past the functions of the job. */
function writeMessage(json: string): void {
  writeSync(CHANNEL_FD, framed(json));
}

function framed(json: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(Buffer.byteLength(json));
  return Buffer.concat([head, Buffer.from(json)]);
}

/** Writes without ever reading. */
function writeAll(bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(CHANNEL_FD, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

const placeSchema = z.object({
  host: z.string().optional(),
  port: z.int().optional(),
  path: z.string().optional(),
});

type Place = z.output<typeof placeSchema>;

/** What a job must not be able to do. */
const ESCAPES: Record<string, () => unknown> = {
  'start a program': () => spawn('/bin/true'),
  'start a thread': () => new Worker('', { eval: true }),
  'load native code': () => createRequire(import.meta.url)('sharp') as unknown,
  'write a file': () => writeFileSync('/tmp/escaped', ''),
  'write beside its module': () => writeFileSync('escaped', ''),
  'signal its worker'() {
    if (process.ppid === 0) throw new Error('It is not in these namespaces.');
    process.kill(process.ppid, 0);
  },
};

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

/** A path that begins with `@` is an abstract socket. */
function connects({ host, port, path }: Place): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const place =
    path === undefined ? { host: host ?? '', port: port ?? 0 } : { path: path.replace('@', '\0') };
  connect(place, () => resolve(true)).on('error', () => resolve(false));
  return promise;
}

const forever = () => new Promise(() => void setInterval(() => undefined, 1_000));

export const jobTypes = [
  defineJobType({
    name: 'misbehave',
    about: 'Does what a type must not do.',
    env: ['ANN_TOKEN'],
    payload: z.strictObject({ how: z.enum(Object.keys(MISDEEDS)) }),
    async run(job) {
      job.report({ percent: 1, message: 'begun', cursor: 'first' });
      return (await MISDEEDS[job.payload.how]?.(job)) as Record<string, unknown>;
    },
  }),
  defineJobType({
    name: 'reach',
    about: 'Tells what it could reach of what it was given.',
    payload: z.strictObject({
      files: z.array(z.string()),
      places: z.array(placeSchema),
    }),
    async run({ payload: { files, places } }) {
      const read = files.filter((file) => succeeds(() => readFileSync(file)));
      const connected = [];
      for (const place of places) if (await connects(place)) connected.push(place);
      const did = Object.keys(ESCAPES).filter((name) => succeeds(ESCAPES[name]!));
      return { read, connected, did };
    },
  }),
  defineJobType({
    name: 'tools',
    about: 'Uses all that a job is given.',
    payload: z.strictObject({ url: z.url() }),
    async run(job) {
      const { url } = job.payload;
      const names: string[] = [];
      const progress: number[] = [];
      const answer = await job.withSession(async (session) => {
        const json = await session.askJson({ method: 'GET', url, headers: [['x-a', 'b']] });
        const put = { method: 'PUT', url, headers: [['x-a', 'b']] } satisfies SessionRequest;
        const answers = [
          await session.request({ ...put, body: Buffer.from('bytes') }),
          await session.request({ ...put, body: { a: 1 } }),
        ].map(({ bytes, ...seen }) => ({ ...seen, bytes: bytes.toString() }));
        const page = await session.readFile(url);
        const file = await session.downloadFile(url, {
          stem: '0001',
          wanted: 'any',
          name(contentType) {
            names.push(contentType);
            return '0001.bin';
          },
          onProgress: ({ bytes }) => progress.push(bytes),
        });
        const picture = await session.download(url).catch((error: unknown) => (error as CrawlError).kind);
        return { json, answers, page: page.bytes.toString(), file, picture, identity: session.identity };
      });
      job.log(`read ${url}?token=hidden-one`);
      const path = await job.saveFile('a.txt', Buffer.from('saved'));
      const { id: child } = await job.startJob({ job_type: 'tools', key: 'next', payload: { url } });
      const known = await job.state.get();
      await job.state.set({ seen: [url] });
      return {
        child,
        answer,
        path,
        names,
        progress,
        account: job.account,
        known,
        state: await job.state.get(),
      };
    },
  }),
];
