// Builds the dashboard before a program that serves it starts, unless the last build has the current sources. The program also
// runs without a dashboard, so a failed build is only reported. Like the first stage, this file imports no packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitForLock } from '../../local/folder-lock.mjs';

const SERVERS = ['scripts/start.ts', 'api/main.ts'];
const NO_SERVER = ['--once', '--help'];
const BUILDER = 'scripts/build-dashboard.ts';
/** A build that takes longer is stopped; a build usually takes a few seconds. */
const BUILD_MS_MAX = 180_000;
const OUTPUT_LINES = 15;

/** Whether a program with these arguments serves the dashboard. */
export function servesDashboard([program = '', ...options]) {
  return SERVERS.includes(program) && !options.some((option) => NO_SERVER.includes(option));
}

/** Whether the dashboard was never built, or was built from other sources. */
function isDashboardStale(root) {
  if (!existsSync(join(root, 'dashboard', 'main.tsx'))) return false;
  const marker = markerPath(root);
  return !existsSync(marker) || readFileSync(marker, 'utf8') !== sourceOf(root);
}

/**
 * Builds the dashboard when it is stale.
 * @param tools `node` runs the builder; `tick` shows a line for slow work, and returns a function that ends the line
 */
export async function prepareDashboard(root, { node, say, tick }) {
  if (!isDashboardStale(root)) return;
  const lock = await waitForLock(join(root, '.data', 'dashboard-lock'), (pid) =>
    say(`Waiting for process ${pid}, which is building the dashboard…`),
  );
  try {
    if (!isDashboardStale(root)) return;
    const startedAtMs = Date.now();
    const source = sourceOf(root);
    const stopTicking = tick('Building the dashboard (some seconds, once for each version)…', startedAtMs);
    const { code, output } = await build(root, node, lock);
    stopTicking();
    if (code === 0) {
      writeFileSync(markerPath(root), source);
      say(`The dashboard is built (${Math.round((Date.now() - startedAtMs) / 1000)} s).`);
    } else {
      const words = output.trim().split('\n').slice(-OUTPUT_LINES).join('\n');
      say(
        `The dashboard could not be built, and is not served; everything else is. What the build said:\n${words}`,
      );
    }
  } finally {
    await lock.release();
  }
}

async function build(root, node, lock) {
  const child = spawn(node, [BUILDER], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + chunk).slice(-64_000)));
  const timer = setTimeout(() => child.kill('SIGKILL'), BUILD_MS_MAX);
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, error }));
    child.once('close', (code) => resolve({ code: code ?? 1 }));
  });
  // If this process is killed, the build goes on; the lock then stays held until the build ends.
  if (child.pid !== undefined) await lock.addWorker(child.pid);
  const { code, error } = await ended;
  clearTimeout(timer);
  return { code, output: error ? error.message : output };
}

function markerPath(root) {
  return join(root, 'dist', 'dashboard', '.built-from');
}

/** Returns one SHA-256 of everything that the build reads, including the packages. */
function sourceOf(root) {
  const hash = createHash('sha256');
  for (const path of [
    'package-lock.json',
    BUILDER,
    ...filesBelow(root, 'dashboard'),
    ...filesBelow(root, 'api-client'),
  ])
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

function filesBelow(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(root, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    );
}
