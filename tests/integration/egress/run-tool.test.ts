import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createToolRunner, type ToolSession } from '../../../stages/run-tool.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/start-sandbox.ts';
import { startTripwire } from '../../support/browser-site.ts';
import { ISOLATION } from '../../support/misbehaving-jobs.ts';
import { makeScratchTool, uniqueSleep } from '../../support/scratch-tool.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const RUN_TOOL = new URL('../../../stages/run-tool.ts', import.meta.url).href;

const NO_NAMESPACES = 'This machine does not let processes have namespaces.';

const POLICY = {
  allowedPrivateHosts: ['*.test'],
  resolveHost: async (host: string) => [
    { address: host.startsWith('inside.') ? '10.0.0.8' : '93.184.215.14', family: 4 },
  ],
};

const MEMORY_MB = 160;

let sandbox: Sandbox;

beforeAll(async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'tool-sandbox-'));
  sandbox = await startSandbox({ stateDir, dispensaries: 1 });
  // Read once in a process.
  process.env['SSL_CERT_FILE'] = sandbox.info.caFile;
  return async () => {
    await sandbox.close();
    await rm(stateDir, { recursive: true });
  };
});

function sessionOf(changes: Partial<ToolSession> = {}): ToolSession {
  const [access] = sandbox.info.proxies;
  return {
    proxy: { id: 1, ...access! },
    userAgent: 'Mozilla/5.0 (test)',
    signal: new AbortController().signal,
    onBytes: () => undefined,
    withoutSecrets: (text) => text,
    ...changes,
  };
}

/** Makes a small tool, and runs it. */
async function openLister({
  isolation = ISOLATION.isolation,
  hidden = [] as string[],
  addressPolicy = POLICY,
} = {}) {
  const { tools, folder } = await makeScratchTool();
  const run = createToolRunner({ isolation, hidden, memoryMb: MEMORY_MB, addressPolicy, tools });
  const does = (deed: string, value = '', session = sessionOf()) =>
    run(session, 'lister', ['--do', deed, '--with', value]);
  return { run, does, tools, folder };
}

const LEVELS = ISOLATION.isolation === 'full' ? (['full', 'process'] as const) : (['process'] as const);

test.each(LEVELS)(
  'a tool gets its arguments, and returns its exit code and output: %s',
  async (isolation) => {
    const { run } = await openLister({ isolation });
    expect(await run(sessionOf(), 'lister', ['-j', 'https://site.test/a b'])).toEqual({
      exitCode: 3,
      stdout: ['--no-settings', '--as', 'Mozilla/5.0 (test)', '-j', '--', 'https://site.test/a b', ''].join(
        '\n',
      ),
      stderr: 'wrong\n',
    });
  },
);

test('a tool that is unknown or missing is one clear error', async () => {
  const { run } = await openLister();
  await expect(run(sessionOf(), 'curl', [])).rejects.toMatchObject({
    kind: 'InvalidInput',
    message: 'There is no tool "curl"; jobs may run lister.',
  });
  vi.stubEnv('PATH', '/nowhere:relative');
  await expect(run(sessionOf(), 'lister', [])).rejects.toMatchObject({
    kind: 'InvalidInput',
    message: 'lister is not in the PATH of this worker. Install it with `make lister`, and retry the job.',
  });
  vi.unstubAllEnvs();
});

test('a tool has the variables it needs, none of the worker, and its folder is deleted', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://secret');
  const { does } = await openLister();
  const { stdout } = await does('environment');
  const variables = new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s) as [string, string]),
  );
  const ours = ['HOME', 'LANG', 'PATH', 'PYTHONDONTWRITEBYTECODE', 'PYTHONUSERBASE', 'REQUESTS_CA_BUNDLE'];
  const proxies = ['all_proxy', 'http_proxy', 'https_proxy'];
  // The shell sets those of the last line itself.
  expect(
    [...variables.keys()].filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name)).sort(),
  ).toEqual(
    [...ours, ...proxies, ...proxies.map((name) => name.toUpperCase()), 'SSL_CERT_FILE', 'TMPDIR'].sort(),
  );
  expect(variables.get('PATH')).toMatch(/^\/usr\/local\/sbin:\/usr\/local\/bin:/);
  expect(variables.get('https_proxy')).toMatch(/^http:\/\/\w+:\w+@127\.0\.0\.1:\d+$/);
  expect(existsSync(variables.get('HOME')!)).toBe(false);
});

test.each(LEVELS)(
  'requests of a tool pass the proxy of the session, and are counted: %s',
  async (isolation) => {
    const { does } = await openLister({ isolation });
    let bytes = 0;
    const { echoUrl, proxies } = sandbox.info;
    const { stdout } = await does('reach', echoUrl, sessionOf({ onBytes: (count) => (bytes += count) }));
    expect(JSON.parse(stdout)).toEqual({
      [echoUrl]: `200 {"ip":"${proxies[0]!.exitAddress}"}`,
    });
    expect(bytes).toBeGreaterThan(500);
  },
);

test('a tool in a session without a proxy leaves from this machine, and reaches no private address', async () => {
  const allowed = await startTripwire();
  const refused = await startTripwire();
  const loopback = async () => [{ address: '127.0.0.1', family: 4 }];
  const { does } = await openLister({ addressPolicy: { ...POLICY, resolveHost: loopback } });
  const urls = [
    `https://site.test:${allowed.port}/`,
    `https://public-site.com:${refused.port}/`,
    `https://127.0.0.1:${refused.port}/`,
  ];
  let bytes = 0;
  await does('reach', urls.join(' '), sessionOf({ proxy: null, onBytes: (count) => (bytes += count) }));
  expect(allowed.visits()).toBe(1);
  expect(refused.visits()).toBe(0);
  expect(bytes).toBeGreaterThan(0);
});

test('a tool reaches no private address, and in full isolation nothing past its proxy', async () => {
  const tripwire = await startTripwire();
  const direct = `127.0.0.1:${tripwire.port}`;
  const targets = [
    `https://127.0.0.1:${tripwire.port}/`,
    'https://169.254.169.254/',
    'https://inside.public-site.com/',
    direct,
  ];
  const { does } = await openLister();
  const reached = JSON.parse((await does('reach', targets.join(' '))).stdout) as Record<string, string>;
  const past = ISOLATION.isolation === 'full' ? 'refused' : 'reached';
  expect(reached).toEqual({ ...Object.fromEntries(targets.map((url) => [url, 'refused'])), [direct]: past });
});

test('a tool reaches no socket in the file system', async ({ skip }) => {
  if (ISOLATION.isolation !== 'full') return skip(NO_NAMESPACES);
  const own = join(await temporaryFolder('tool-sockets-', '/dev/shm'), 'socket');
  // As that of a container's host: no list of this network has it.
  const foreign = join(await temporaryFolder('tool-sockets-'), 'socket');
  const listen = (path: string) =>
    `require('node:net').createServer().listen('${path}', () => console.log('listening'))`;
  const node = (path: string) => [process.execPath, '--eval', listen(path)];
  const servers = [node(own), ['unshare', '--user', '--map-root-user', '--net', ...node(foreign)]].map(
    ([file = '', ...args]) => spawn(file, args),
  );
  onTestFinished(() => servers.forEach((server) => server.kill('SIGKILL')));
  for (const { stdout } of servers) await once(stdout, 'data');
  const { does } = await openLister();
  const { stdout } = await does('reach', `${own} ${foreign}`);
  expect(JSON.parse(stdout)).toEqual({ [own]: 'refused', [foreign]: 'refused' });
});

test('a tool writes to its own folder alone, and does not see data and keys', async ({ skip }) => {
  if (ISOLATION.isolation !== 'full') return skip(NO_NAMESPACES);
  const place = await temporaryFolder('tool-data-');
  const [key, data] = [join(place, 'key'), join(place, 'data')];
  await writeFile(key, 'secret');
  await mkdir(data);
  await writeFile(join(data, 'payload'), 'secret');
  const { does, folder } = await openLister({ hidden: [key, data, join(place, 'nowhere')] });
  const written = await does('write', `own ${place}/other ${folder}/lister /tmp/escaped ${data}/new`);
  expect(written.stdout).toBe('own\n');
  const read = await does('read', `${key} ${data}/payload /proc/${process.pid}/environ`);
  expect(read.stdout).toBe('');
});

test('a tool reads no settings and keys of people, but its own code', async ({ skip }) => {
  if (ISOLATION.isolation !== 'full') return skip(NO_NAMESPACES);
  const home = await temporaryFolder('tool-home-');
  for (const [folder, file] of [
    ['.ssh', 'id_ed25519'],
    ['.local', 'code.py'],
    ['work', 'list.txt'],
  ] as const) {
    await mkdir(join(home, folder));
    await writeFile(join(home, folder, file), `${folder} `);
  }
  const { does } = await openLister();
  vi.stubEnv('HOME', home);
  const read = await does('read', `${home}/.ssh/id_ed25519 ${home}/.local/code.py ${home}/work/list.txt`);
  expect(read.stdout).toBe('.local work ');
});

test.each(LEVELS)(
  'a tool reaches the sockets of other programs only with weak isolation: %s',
  async (isolation) => {
    const path = join(await temporaryFolder('tool-socket-'), 'docker sock');
    const server = createServer().listen(path);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { does } = await openLister({ isolation });
    // Its arguments are split at spaces.
    const link = join(await temporaryFolder('tool-link-'), 'link');
    await symlink(path, link);
    const { stdout } = await does('reach', link);
    expect(JSON.parse(stdout)).toEqual({ [link]: isolation === 'full' ? 'refused' : 'reached' });
  },
);

test('a tool changes nothing of the system, and has no devices', async ({ skip }) => {
  if (ISOLATION.isolation !== 'full') return skip(NO_NAMESPACES);
  const { does } = await openLister();
  const { stdout } = await does('write', '/dev/null /proc/self/comm /dev/ptmx /dev/new');
  expect(stdout).toBe('/dev/null\n');
});

test('more output than a job can use ends the tool', async () => {
  const { does } = await openLister();
  await expect(does('endless')).rejects.toMatchObject({
    kind: 'InvalidInput',
    message: 'lister printed more than 10000000 bytes: narrow what it is to list.',
  });
});

test.each(LEVELS)('the memory of a tool has a limit: %s', async (isolation) => {
  const { does } = await openLister({ isolation });
  await expect(does('fill')).rejects.toThrow(/^lister used \d+ MB of memory; JOB_MEMORY_MB allows 160\.$/);
});

test.each(LEVELS)('a cancelled tool ends with all that it has started: %s', async (isolation) => {
  const { seconds, processes } = uniqueSleep();
  const { does } = await openLister({ isolation });
  const aborting = new AbortController();
  const ended = does('linger', seconds, sessionOf({ signal: aborting.signal })).catch(
    (error: unknown) => error,
  );
  await expect.poll(processes, { timeout: 30_000 }).toHaveLength(2);
  aborting.abort(new Error('cancelled'));
  expect(await ended).toMatchObject({ message: 'cancelled' });
  await expect.poll(processes, { timeout: 30_000 }).toEqual([]);
});

test.each(LEVELS)('what a tool leaves running ends with it: %s', async (isolation) => {
  const { seconds, processes } = uniqueSleep();
  const { does } = await openLister({ isolation });
  expect(await does('leave', seconds)).toMatchObject({ exitCode: 0 });
  await expect.poll(processes, { timeout: 30_000 }).toEqual([]);
});

test('a tool that downloads more than its job may ends', async () => {
  const { does } = await openLister();
  const onBytes = (bytes: number) => {
    if (bytes > 0) throw new Error('enough');
  };
  await expect(does('reach', sandbox.info.echoUrl, sessionOf({ onBytes }))).rejects.toThrow('enough');
});

/** Returns the arguments for Node that make another process run the tool. It prints why the tool is refused. */
async function inAnotherProcess(isolation: string, seconds: string): Promise<string[]> {
  const { tools } = await makeScratchTool();
  const [tool] = tools.values();
  const program = `
    const { createToolRunner } = await import('${RUN_TOOL}');
    const tool = { ...${JSON.stringify(tool)}, userAgent: () => [] };
    const settings = { isolation: '${isolation}', hidden: [], memoryMb: ${MEMORY_MB}, addressPolicy: {} };
    const proxy = { id: 1, protocol: 'http', host: '127.0.0.1', port: 9, username: null, password: null };
    const session = { proxy, userAgent: '', signal: new AbortController().signal, onBytes() {}, withoutSecrets: String };
    const run = createToolRunner({ ...settings, tools: new Map([['lister', tool]]) });
    await run(session, 'lister', ['--do', 'linger', '--with', '${seconds}']).catch(({ message }) => console.log(message));
  `;
  return ['--input-type=module', '--eval', program];
}

test.each(LEVELS)('nothing of a tool outlives a worker that is killed: %s', async (isolation) => {
  const { seconds, processes } = uniqueSleep();
  const temporary = await temporaryFolder('tool-tmp-');
  const args = await inAnotherProcess(isolation, seconds);
  const worker = spawn(process.execPath, args, { env: { ...process.env, TMPDIR: temporary } });
  onTestFinished(() => void worker.kill('SIGKILL'));
  await expect.poll(processes, { timeout: 30_000 }).toHaveLength(2);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  await expect.poll(processes, { timeout: 30_000 }).toEqual([]);
  await expect.poll(() => readdir(temporary), { timeout: 30_000 }).toEqual([]);
});

test('a worker that cannot isolate a tool runs none, and says what accepts it', async ({ skip }) => {
  if (ISOLATION.isolation !== 'full') return skip(NO_NAMESPACES);
  const node = [process.execPath, ...(await inAnotherProcess('full', '1'))];
  const withoutRight = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
  const namespace = ['--user', '--map-root-user', 'sh', '-c', withoutRight, 'sh'];
  const { stdout } = await promisify(execFile)('unshare', [...namespace, ...node]);
  expect(stdout).toMatch(
    /^This machine cannot keep lister from its network \(unshare: .+\)\. .+ set JOB_ISOLATION=process\.$/m,
  );
});
