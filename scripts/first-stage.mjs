// What every npm script runs first, with whatever Node the machine has: it installs packages when they are missing or
// outdated, then runs the given program under the pinned Node. It needs no packages, and writes to stderr alone:
// stdout belongs to the program.
//
//     node scripts/first-stage.mjs scripts/start.ts [arguments]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { constants as osConstants } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForLock } from '../local/folder-lock.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_MAJOR_MIN = 20;
const NODE_MAJOR_PINNED = 24;
const PARENT_POLL_MS = 1_000;
/** One Ctrl-C may arrive from the terminal, from npm and from us: signals within this time count as one. */
const SAME_INTERRUPT_MS = 1_000;
const OUTPUT_LINES = 15;
/** The log level is explicit, because the user's configuration may silence npm. */
const NPM_OPTIONS = ['--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=warn'];
/**
 * Settings that npm keeps: registries, their credentials (the names have a colon), proxies, certificates, cache and configuration
 * files.
 */
const NPM_SOURCES =
  /^npm_config_(.*:.*|registry|(https?_|no)?proxy|ca|cafile|cert|key|strict_ssl|cache|prefer_offline|offline|fetch_.*|userconfig|globalconfig)$/i;

/** A failure that its message explains; no stack is shown. */
class Refusal extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

async function main(args) {
  const tooOld = explainOldNode(process.versions.node);
  if (tooOld) throw new Refusal(tooOld);
  if (args.length === 0) throw new Refusal('Usage: node scripts/first-stage.mjs <program> [arguments]');
  if (readInstallNeed(ROOT)) await installAlone(ROOT);
  const node = findNode(ROOT);
  // Only programs that serve the dashboard wait for its build.
  if (existsSync(join(ROOT, 'dashboard'))) {
    const { prepareDashboard, servesDashboard } = await import('./dashboard/prepare-dashboard.mjs');
    if (servesDashboard(args)) await prepareDashboard(ROOT, { node, say, tick });
  }
  return runProgram(node, args);
}

/** Returns a message for a Node that is too old to install the packages, else null. */
export function explainOldNode(version) {
  if (Number(version.split('.')[0]) >= NODE_MAJOR_MIN) return null;
  return `Crawlchain needs Node ${NODE_MAJOR_MIN} or newer to begin with, and this is Node ${version}. See https://nodejs.org.`;
}

// ── Packages ──

function readInstallNeed(root) {
  const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null);
  const manifest = read(join(root, 'package.json')) ?? '{}';
  const lock = read(join(root, 'package-lock.json')) ?? '{}';
  const installed = read(join(root, 'node_modules', '.package-lock.json'));
  const need = decideInstall({ manifest, lock, installed, marker: read(markerPath(root)) });
  if (need === null) writeMarker(root, fingerprint(manifest, lock));
  return need;
}

/**
 * Says why packages have to be installed, or null. The marker, the fingerprint of the last installation, gives a quick answer. If it
 * does not match (after an `npm ci` by hand, or an edit of package.json that touches no package), npm's own list of installed
 * packages decides.
 */
export function decideInstall({ manifest, lock, installed, marker }) {
  if (installed === null) return 'no packages are installed yet';
  if (marker === fingerprint(manifest, lock)) return null;
  const wanted = JSON.parse(lock).packages ?? {};
  if (!sameDependencies(JSON.parse(manifest), wanted[''] ?? {})) return 'package.json has changed';
  return sameInstalled(wanted, JSON.parse(installed).packages ?? {}) ? null : 'package-lock.json has changed';
}

/** The marker's content: one SHA-256, in hexadecimal, of the two texts that define the packages. */
export function fingerprint(manifest, lock) {
  return createHash('sha256').update(lock).update('\0').update(manifest).digest('hex');
}

function sameDependencies(manifest, lockRoot) {
  return ['dependencies', 'devDependencies', 'optionalDependencies'].every((kind) => {
    const [ours, locked] = [manifest[kind], lockRoot[kind]].map((names) => sorted(names ?? {}));
    return ours === locked;
  });
}

function sorted(dependencies) {
  const names = Object.keys(dependencies).sort((one, other) => (one < other ? -1 : 1));
  return names.map((name) => `${name}@${dependencies[name]}`).join(' ');
}

function sameInstalled(wanted, installed) {
  const same = (path) =>
    installed[path]?.version === wanted[path]?.version &&
    installed[path]?.integrity === wanted[path]?.integrity;
  const surplus = Object.keys(installed).some((path) => !(path in wanted) && !installed[path].optional);
  // Optional packages may be absent: most are for other systems.
  return (
    !surplus &&
    Object.keys(wanted).every(
      (path) => path === '' || (wanted[path].optional && !installed[path]) || same(path),
    )
  );
}

function markerPath(root) {
  return join(root, 'node_modules', '.crawlchain-installed');
}

function writeMarker(root, value) {
  const path = markerPath(root);
  try {
    if (!existsSync(path) || readFileSync(path, 'utf8') !== value) writeFileSync(path, value);
  } catch {
    // A read-only checkout has no marker, so every start does the slow check.
  }
}

/** Installs packages under a lock: two commands that start at the same time must not install over each other. */
async function installAlone(root) {
  const lock = await waitForLock(join(root, '.data', 'install-lock'), (pid) =>
    say(`Waiting for process ${pid}, which is installing packages…`),
  );
  try {
    const need = readInstallNeed(root);
    if (need) await install(root, need, lock);
  } finally {
    await lock.release();
  }
}

async function install(root, need, lock) {
  const startedAtMs = Date.now();
  const stopTicking = tick(
    `Installing packages, because ${need} (about a minute the first time)…`,
    startedAtMs,
  );
  const result = await runNpm(root, lock);
  const packageLock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  stopTicking();
  const { code, error, output, interruptedBy } = result;
  if (interruptedBy) {
    throw new Refusal('Interrupted while installing packages.', 128 + osConstants.signals[interruptedBy]);
  }
  if (code !== 0) {
    throw new Refusal(`npm failed${error ? `: ${error.message}` : ''}. What it said:\n${errorLines(output)}`);
  }
  writeMarker(root, fingerprint(readFileSync(join(root, 'package.json'), 'utf8'), packageLock));
  say(`Packages are installed (${Math.round((Date.now() - startedAtMs) / 1000)} s).`);
}

async function runNpm(root, lock) {
  const path = pathWithoutPackages(process.env.PATH ?? '');
  const [command, ...before] = npmCommand(path);
  const received = forwardSignals(() =>
    spawn(command, [...before, 'ci', ...NPM_OPTIONS], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environmentForNpm(process.env), PATH: path, PUPPETEER_SKIP_DOWNLOAD: 'true' },
    }),
  );
  const npm = received.child;
  const end = ended(npm);
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk) => (output = (output + chunk).slice(-64_000)));
  // If this process is killed, npm goes on; the lock then stays held until npm ends.
  if (npm.pid !== undefined) await lock.addWorker(npm.pid);
  const { code, error } = await end;
  received.stop();
  return { code, error, output, interruptedBy: received.last };
}

/**
 * Returns the environment without the options that npm sets for the scripts it runs. Otherwise `npm start --silent` would hide why
 * an installation fails, and `--dry-run` would install nothing. Registry, proxy and similar settings stay.
 */
export function environmentForNpm(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^npm_/i.test(name) || NPM_SOURCES.test(name)),
  );
}

/**
 * Returns npm's error from its first line on, else the last lines of the output. npm prints the reason first, and may print its
 * whole usage after it.
 */
function errorLines(output) {
  const lines = output.split('\n').filter((line) => !/^(npm error)?\s*$/.test(line));
  const at = lines.findIndex((line) => /^npm (error|ERR!)/.test(line));
  return (at === -1 ? lines.slice(-OUTPUT_LINES) : lines.slice(at, at + OUTPUT_LINES)).join('\n');
}

/** Removes the folders of packages from a PATH: npm must not run on the Node that it is about to delete and reinstall. */
export function pathWithoutPackages(path) {
  return path
    .split(delimiter)
    .filter((folder) => !folder.split(sep).includes('node_modules'))
    .join(delimiter);
}

function npmCommand(path) {
  const onPath = path
    .split(delimiter)
    .map((folder) => join(folder, 'npm'))
    .find((file) => file !== 'npm' && isExecutable(file));
  if (onPath) return [onPath];
  const startedBy = process.env.npm_execpath ?? '';
  if (startedBy.endsWith('npm-cli.js')) return [process.execPath, startedBy];
  throw new Refusal('Packages have to be installed, and there is no npm on PATH.');
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// ── The program ──

function findNode(root) {
  const pinned = join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  const own = { path: process.execPath, version: process.versions.node };
  if (existsSync(pinned) && realpathSync(pinned) === realpathSync(own.path)) return pinned;
  const { stdout, status } = spawnSync(pinned, ['--version'], { encoding: 'utf8' });
  const choice = chooseNode({
    pinned: status === 0 ? { path: pinned, version: stdout.trim().replace('v', '') } : null,
    own,
  });
  if (choice) return choice;
  throw new Refusal(
    `Crawlchain runs on Node ${NODE_MAJOR_PINNED}; the one in node_modules does not run on this machine, and this is Node ` +
      `${own.version}. Install Node ${NODE_MAJOR_PINNED} (https://nodejs.org) and start again.`,
  );
}

/** Returns the path of the pinned Node if it runs, else of the Node that runs this script if that is new enough, else null. */
export function chooseNode({ pinned, own }) {
  const fits = [pinned, own].find((node) => node && Number(node.version.split('.')[0]) >= NODE_MAJOR_PINNED);
  return fits?.path ?? null;
}

/**
 * Runs the program; resolves with its exit code. When this process ends for any reason, the IPC channel closes, so the program
 * notices.
 */
async function runProgram(node, args) {
  const received = forwardSignals(() =>
    spawn(node, args, {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Node keeps compiled modules there, which makes the command start faster.
      env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled'), ...process.env },
    }),
  );
  const program = received.child;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    program.kill('SIGTERM');
  }, PARENT_POLL_MS);
  const { code, signal, error } = await ended(program);
  clearInterval(watch);
  received.stop();
  if (error) throw new Refusal(`${node} could not be started: ${error.message}`);
  return exitCodeOf({ code, signal });
}

/** Returns a child's exit code as shells report it: its own, or 128 plus the number of the signal that ended the child. */
export function exitCodeOf({ code, signal }) {
  return signal ? 128 + osConstants.signals[signal] : (code ?? 1);
}

/**
 * Starts a child and forwards signals to it. On Ctrl-C the terminal interrupts the child as well, `kill -INT` does not, and we
 * cannot distinguish the two. So every interrupt is forwarded, at most one a second; a program that counts interrupts treats those
 * within a second as one.
 */
function forwardSignals(spawnChild) {
  const state = { last: null, stop: () => {}, child: null };
  let interruptedAtMs = -Infinity;
  const handlers = Object.fromEntries(
    ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [
      signal,
      () => {
        state.last = signal;
        const repeated = signal === 'SIGINT' && performance.now() - interruptedAtMs < SAME_INTERRUPT_MS;
        if (signal === 'SIGINT' && !repeated) interruptedAtMs = performance.now();
        if (!repeated) state.child.kill(signal);
      },
    ]),
  );
  for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);
  state.stop = () => {
    for (const [signal, handler] of Object.entries(handlers)) process.off(signal, handler);
  };
  // The handlers are installed before the child starts, so that no signal ends this process without reaching the child.
  state.child = spawnChild();
  return state;
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => child.pid === undefined && resolve({ code: 1, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

// ── Words ──

function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Shows a line for slow work: in a terminal with the elapsed seconds, elsewhere once. Returns a function that ends the line. */
function tick(line, startedAtMs) {
  if (!process.stderr.isTTY) {
    say(line);
    return () => {};
  }
  const draw = () =>
    process.stderr.write(`\r${line} ${Math.round((Date.now() - startedAtMs) / 1000)} s\u001B[K`);
  draw();
  const timer = setInterval(draw, 1_000);
  return () => {
    clearInterval(timer);
    process.stderr.write('\r\u001B[K');
  };
}

function isMain() {
  return (
    Boolean(process.argv[1]) && realpathSync(process.argv[1]) === realpathSync(fileURLToPath(import.meta.url))
  );
}

/** Runs a program as this script's command line does. @returns the exit code */
export async function runFirstStage(args) {
  try {
    return await main(args);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(error.message);
    return error.exitCode;
  }
}

if (isMain()) process.exitCode = await runFirstStage(process.argv.slice(2));
