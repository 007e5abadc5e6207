import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { removePostgresData } from '../local/postgres-home.ts';

// `npm run fuzz:api`: starts everything as `npm start` does, in a folder of its own, and lets schemathesis send the API valid and
// invalid requests. Its arguments are passed to `schemathesis run`.

const run = promisify(execFile);

const SCHEMATHESIS_VERSION = '4.32.5';
const VENV = resolve('.data/schemathesis');

/** Seconds for all phases; `--max-time` overrides it. */
const MAX_SECONDS = '600';

const dataDir = join(await mkdtemp(join(tmpdir(), 'crawlchain-fuzz-')), 'data');
const env = { ...process.env, API_REQUESTS_PER_SECOND: '100000' };
await installSchemathesis();
const start = spawn(
  process.execPath,
  ['scripts/start.ts', '--dispensaries', '3', '--products', '20', '--data-dir', dataDir],
  { env, stdio: ['ignore', 'ignore', 'pipe'] },
);
const stackEnded = endOf(start);
let exitCode = 1;
try {
  const url = await apiUrl(start);
  // The requests have a key: an API without keys cannot show that it requires one.
  const args = ['--data-dir', dataDir, 'keys', 'create', 'fuzz', '--scope', 'admin', '--direct'];
  const { stdout: key } = await run(process.execPath, ['cli/main.ts', ...args]);
  exitCode = await fuzz(url, key.trim());
} finally {
  start.kill('SIGINT');
  await stackEnded;
  await removePostgresData(join(dataDir, 'postgres'));
  await rm(join(dataDir, '..'), { recursive: true, force: true });
}
process.exit(exitCode);

async function installSchemathesis(): Promise<void> {
  const marker = join(VENV, `.schemathesis-${SCHEMATHESIS_VERSION}`);
  if (existsSync(marker)) return;
  await run('python3', ['-m', 'venv', VENV]);
  await run(join(VENV, 'bin/pip'), ['install', '--quiet', `schemathesis==${SCHEMATHESIS_VERSION}`]);
  await writeFile(marker, '');
}

async function fuzz(url: string, key: string): Promise<number> {
  const given = process.argv.slice(2);
  const child = spawn(
    join(VENV, 'bin/schemathesis'),
    [
      `--config-file=${resolve('scripts/schemathesis.toml')}`,
      'run',
      `${url}/openapi.json`,
      '--checks=all',
      '--workers=2',
      `--header=Authorization: Bearer ${key}`,
      // Left out, because the stream of events never ends.
      '--exclude-path=/api/events',
      // Left out, because outside Kubernetes these routes correctly answer 503, which schemathesis reports as a fault.
      '--exclude-path-regex=^/api/workers/k8s/',
      ...(given.some((word) => word.startsWith('--max-time')) ? [] : [`--max-time=${MAX_SECONDS}`]),
      ...given,
    ],
    // schemathesis writes its findings to the working directory.
    { cwd: VENV, stdio: 'inherit' },
  );
  return (await endOf(child)) ?? 1;
}

function apiUrl(stack: ChildProcess): Promise<string> {
  const { promise, resolve: found, reject } = Promise.withResolvers<string>();
  let text = '';
  stack.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    text += chunk.toString();
    const [, url] = /API\s+(http:\S+)\/reference/.exec(text) ?? [];
    if (url !== undefined && text.includes('stays up')) found(url);
  });
  stack.on('exit', (code) => reject(new Error(`The start ended with ${code}.`)));
  return promise;
}

function endOf(child: ChildProcess): Promise<number | null> {
  const { promise, resolve: ended, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', ended);
  return promise;
}
