import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { setCredential } from '../../../db/queries/credentials.ts';
import { CrawlError } from '../../../domain/errors.ts';
import { readIsolatedModule } from '../../../jobs/isolation/read-isolated-module.ts';
import { defineOwnJobType, type JobType } from '../../../jobs/job-type.ts';
import { toolArguments } from '../../../jobs/tools/tool-arguments.ts';
import type { RunTool, ToolSession } from '../../../stages/run-tool.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { openAttempts } from '../../support/job-attempts.ts';
import { ISOLATION } from '../../support/misbehaving-jobs.ts';
import { makeScratchTool } from '../../support/scratch-tool.ts';
import { inWorld } from '../../support/start-jobs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { seal } from '../db/make-proxies.ts';

const PROXY = { id: 7, protocol: 'http', host: 'h', port: 1, username: 'u', password: 'secret' } as const;

const LISTING = { exitCode: 1, stdout: '{"found": 2}', stderr: 'one is gone' };

/** Prepares attempts of a job that runs a tool. Its sessions send nothing. */
async function openToolJob(type: JobType, runTool: RunTool, onRelease: () => unknown = () => undefined) {
  const { db } = await createTestDatabase();
  const done = () => Promise.resolve();
  const owner = { platform: null, account: null };
  await setCredential(db, seal, { ...owner, name: 'login', value: 's3cret-word', setBy: null });
  const identity = { proxy: PROXY, profile: { name: 'chrome', userAgent: 'Chrome' } };
  return openAttempts({
    db,
    type,
    passwordSeal: seal,
    runTool,
    task: { payload: { args: ['-j', 'https://a.test/'] }, credentials: ['login'] },
    sessions: {
      admit: done,
      leaseProxy: () => Promise.resolve({ id: 'lease', proxy: PROXY, release: async () => void onRelease() }),
      recordProxyOutcome: done,
      openSession: () => Promise.resolve({ identity, usage: () => ({ bytes: 0 }), close: done } as never),
      openDirect: () => Promise.resolve({ identity: { ...identity, proxy: null }, close: done } as never),
    },
  });
}

function listType(obeysRobots: boolean | undefined, args?: string[]): JobType {
  return defineOwnJobType({
    name: 'list',
    about: 'Lists.',
    payload: z.strictObject({ args: z.array(z.string()) }),
    ...(obeysRobots === undefined ? {} : { obeysRobots }),
    async run(job) {
      await job.credential('login');
      const listed = await job.withSession((session) => session.runTool('lister', args ?? job.payload.args));
      return { ...listed };
    },
  });
}

test('a job runs a tool with the proxy and the browser of its session, and its bytes count', async () => {
  const calls: [ToolSession, string, unknown][] = [];
  const { attempt } = await openToolJob(listType(false), async (session, name, args) => {
    calls.push([session, name, args]);
    session.onBytes(1_000);
    return LISTING;
  });
  expect(await attempt()).toEqual(LISTING);
  expect(calls).toEqual([
    [
      expect.objectContaining({ proxy: PROXY, userAgent: 'Chrome', signal: expect.any(AbortSignal) }),
      'lister',
      ['-j', 'https://a.test/'],
    ],
  ]);
  const { attempt: greedy } = await openToolJob(listType(false), async ({ onBytes }) => {
    onBytes(2_000_000);
    return LISTING;
  });
  await expect(greedy()).rejects.toThrow('would pass the 1000000 that one job may have');
});

test.each([true, undefined])('a type that obeys robots.txt runs no tool: %s', async (obeysRobots) => {
  const { attempt } = await openToolJob(listType(obeysRobots), () => Promise.resolve(LISTING));
  await expect(attempt()).rejects.toMatchObject({
    kind: 'InvalidInput',
    message: expect.stringContaining('it takes `obeysRobots: false`.'),
  });
});

test('a tool of a type without a proxy gets none, but its browser', async () => {
  const direct: JobType = { ...listType(false), egress: 'direct' };
  const sessions: ToolSession[] = [];
  const { attempt } = await openToolJob(direct, async (session) => {
    sessions.push(session);
    return LISTING;
  });
  expect(await attempt()).toEqual(LISTING);
  expect(sessions).toMatchObject([{ proxy: null, userAgent: 'Chrome' }]);
});

test('the value of a credential is no argument', async () => {
  const { tools } = await makeScratchTool();
  const runTool: RunTool = async (session, name, args) => {
    toolArguments(tools.get(name)!, args, session);
    return LISTING;
  };
  const { attempt } = await openToolJob(listType(false, ['--with=s3cret-word']), runTool);
  await expect(attempt()).rejects.toMatchObject({
    kind: 'InvalidInput',
    message: 'The arguments of lister must not contain a credential, which argument 1 does.',
  });
});

test("a tool that its job does not wait for has ended before the proxy of the session is another job's", async () => {
  const type = listType(false);
  const events: string[] = [];
  const run: JobType['run'] = (job) => job.withSession(async (session) => void session.runTool('lister', []));
  const runTool: RunTool = async ({ signal }) => {
    await once(signal, 'abort');
    // As a program takes time to end.
    await new Promise(setImmediate);
    events.push('the tool has ended');
    throw signal.reason;
  };
  const { attempt } = await openToolJob({ ...type, run }, runTool, () => events.push('the proxy is free'));
  await attempt();
  expect(events).toEqual(['the tool has ended', 'the proxy is free']);
});

test('a session ends after its tools, which still use its proxy', async () => {
  const ends: string[] = [];
  const run: JobType['run'] = async (job) => {
    await job.withSession(async (session) => void session.runTool('lister', []));
    ends.push('session');
  };
  const { attempt } = await openToolJob({ ...listType(false), run }, async ({ signal }) => {
    await once(signal, 'abort');
    await promisify(setImmediate)();
    ends.push('tool');
    return LISTING;
  });
  await attempt();
  expect(ends).toEqual(['tool', 'session']);
});

test('a job in a process of its own runs tools through its worker', async () => {
  const module = join(await temporaryFolder('job-types-'), 'types.mjs');
  await writeFile(
    module,
    `const payload = { safeParse: (data) => ({ success: true, data }), parse: (data) => data };
    const run = (job) => job.withSession(async (session) => {
      const listed = await session.runTool('lister', job.payload.args);
      const failed = await session.runTool('other', 'none').catch(({ kind, message }) => kind + message);
      return { listed, failed };
    });
    export const jobTypes = [{ name: 'list', about: 'Lists.', obeysRobots: false, payload, run }];`,
  );
  const [type] = await readIsolatedModule(module, ISOLATION);
  const { attempt } = await openToolJob(type!, async (_session, name, args) => {
    if (name === 'lister') return { ...LISTING, stdout: JSON.stringify(args) };
    throw new CrawlError('InvalidInput', `: ${name} ${String(args)}`);
  });
  expect(await attempt()).toEqual({
    listed: { ...LISTING, stdout: '["-j","https://a.test/"]' },
    failed: 'InvalidInput: other none',
  });
});

test('a worker runs the tool of its PATH for a job, through a proxy that it has leased', async () => {
  const folder = await temporaryFolder('job-types-');
  const module = join(folder, 'types.mjs');
  await writeFile(
    module,
    `const payload = { safeParse: (data) => ({ success: true, data }), parse: (data) => data };
    const run = (job) => job.withSession(async (session) => {
      const { stdout } = await session.runTool('yt-dlp', ['-J', job.payload.url]);
      return { stdout, exitAddress: session.exitAddress };
    });
    export const jobTypes = [{ name: 'list', about: 'Lists.', obeysRobots: false, payload, run }];`,
  );
  const script = 'fetch(process.argv.at(-1)).then((answer) => answer.text()).then(console.log)';
  await writeFile(
    join(folder, 'yt-dlp'),
    `#!/bin/sh
    export NODE_USE_ENV_PROXY=1 NODE_EXTRA_CA_CERTS=$SSL_CERT_FILE
    exec ${process.execPath} --eval '${script}' -- "$@"`,
    { mode: 0o755 },
  );
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const world = await createCrawlWorld({ dispensaries: 1, products: 5, env: { JOB_TYPES: module } });
  await world.startWorker();
  const task = { jobType: 'list', payload: { url: world.sandbox.echoUrl } };
  const { stdout, exitAddress } = (await inWorld(world).result(task, 'list')) as Record<string, string>;
  expect(JSON.parse(stdout!)).toEqual({ ip: exitAddress });
}, 240_000);
