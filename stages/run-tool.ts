import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrawlError } from '../domain/errors.ts';
import type { Proxy } from '../domain/identity.ts';
import type { AddressPolicy } from '../egress/address-guard.ts';
import { startChainingProxy, type LocalProxy } from '../egress/chaining-proxy.ts';
import { startDirectProxy } from '../egress/direct-proxy.ts';
import { startProcessGuard, type ProcessGuard } from '../egress/process-guard.ts';
import { openProxySocket } from '../egress/proxy-socket.ts';
import { trustedAuthorities } from '../egress/trusted-authorities.ts';
import { HOW_TO_ISOLATE } from '../jobs/isolation/sandbox.ts';
import type { IsolationSettings } from '../jobs/isolation/start-process.ts';
import type { ToolResult } from '../jobs/job-type.ts';
import { findProgram } from '../jobs/tools/find-program.ts';
import { KNOWN_TOOLS, type Tool } from '../jobs/tools/known-tools.ts';
import { privateFiles } from '../jobs/tools/private-files.ts';
import { runProgram } from '../jobs/tools/run-program.ts';
import { toolArguments } from '../jobs/tools/tool-arguments.ts';
import { findToolFault, toolDoor } from '../jobs/tools/tool-command.ts';
import { waitFor } from '../observability/waits.ts';

/** How often the bytes of a tool are counted. */
const COUNT_EVERY_MS = 500;

interface ToolSettings extends IsolationSettings {
  addressPolicy: AddressPolicy;
  tools?: ReadonlyMap<string, Tool>;
}

/** The session that a tool runs in. */
export interface ToolSession {
  /** Null: the tool's requests leave from this machine's own address. */
  proxy: Proxy | null;
  userAgent: string;
  signal: AbortSignal;
  /** Called with the number of further bytes that have passed; throwing ends the tool. */
  onBytes: (bytes: number) => void;
  /** Returns a text without the secrets of the job. */
  withoutSecrets: (text: string) => string;
}

/** Runs a tool. @throws CrawlError InvalidInput for an unknown or missing tool, or an argument that is refused */
export type RunTool = (session: ToolSession, name: string, args: unknown) => Promise<ToolResult>;

/** Creates the function that runs tools for jobs. */
export function createToolRunner({ tools = KNOWN_TOOLS, ...settings }: ToolSettings): RunTool {
  return async (session, name, args) => {
    const tool = tools.get(name);
    if (tool === undefined) {
      const known = [...tools.keys()].join(' and ');
      throw refused(`There is no tool ${JSON.stringify(name.slice(0, 100))}; jobs may run ${known}.`);
    }
    const checked = toolArguments(tool, args, session);
    const program = await findProgram(tool.program);
    if (program === null)
      throw refused(
        `${name} is not in the PATH of this worker. Install it with \`${tool.install}\`, and retry the job.`,
      );
    return inScratchFolder((folder, guard) =>
      runBehindProxy(settings, session, { name, command: [program, ...checked], folder, guard }),
    );
  };
}

/** Does work in a folder of its own. Even if this process is killed, neither the folder nor what runs in it stays. */
async function inScratchFolder<Result>(
  work: (folder: string, guard: ProcessGuard) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'crawlchain-tool-'));
  const guard = startProcessGuard(folder);
  try {
    return await work(folder, guard);
  } finally {
    try {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    } finally {
      // Later, the number of the group may be another one's.
      guard.dismiss();
    }
  }
}

interface ToolRun {
  name: string;
  command: string[];
  folder: string;
  guard: ProcessGuard;
}

async function runBehindProxy(
  settings: Omit<ToolSettings, 'tools'>,
  session: ToolSession,
  { name, command, folder, guard }: ToolRun,
): Promise<ToolResult> {
  const { isolation, memoryMb, hidden, addressPolicy } = settings;
  const fault = await findToolFault(isolation, { folder, hidden });
  if (fault !== null)
    throw refused(`This machine cannot keep ${name} from its network (${fault}). ${HOW_TO_ISOLATE}`);
  const authorities = join(folder, 'authorities.pem');
  await writeFile(authorities, trustedAuthorities().join('\n'));
  const proxy = await startProxy(session.proxy, addressPolicy);
  const counting = countBytes(proxy, session);
  let closeSocket: (() => void) | undefined;
  try {
    const kept =
      isolation === 'full' ? await privateFiles(homedir(), [...command.slice(0, 1), process.execPath]) : [];
    const door = isolation === 'full' ? toolDoor({ folder, hidden: [...hidden, ...kept] }) : null;
    const socket = join(folder, 'proxy');
    if (door !== null) closeSocket = await openProxySocket(proxy, socket);
    const address = door?.address ?? proxy.address;
    const result = await waitFor(`the end of ${name}`, () =>
      runProgram({
        name,
        command: door?.command(command, socket) ?? command,
        folder,
        env: environmentOf(folder, { authorities, proxyUrl: urlOf(proxy, address) }),
        memoryMb,
        signal: counting.signal,
        onStart: (group) => guard.watch(group),
      }),
    );
    counting.count();
    return result;
  } finally {
    counting.stop();
    closeSocket?.();
    await proxy.close();
  }
}

/** Starts the local proxy of a tool, which refuses private addresses. */
function startProxy(proxy: Proxy | null, policy: AddressPolicy): Promise<LocalProxy> {
  return proxy === null ? startDirectProxy(policy) : startChainingProxy(proxy, policy);
}

/** Counts the bytes through a proxy while a tool runs. @returns `signal` is aborted with that of the session, or when `onBytes` throws */
function countBytes(
  proxy: LocalProxy,
  { signal, onBytes }: ToolSession,
): { signal: AbortSignal; count: () => void; stop: () => void } {
  const exceeded = new AbortController();
  let counted = 0;
  const count = (): void => {
    const bytes = proxy.bytes() - counted;
    counted += bytes;
    onBytes(bytes);
  };
  const timer = setInterval(() => {
    try {
      count();
    } catch (error) {
      exceeded.abort(error);
    }
  }, COUNT_EVERY_MS);
  return {
    signal: AbortSignal.any([signal, exceeded.signal]),
    count,
    stop: () => clearInterval(timer),
  };
}

function urlOf({ username, password }: LocalProxy, address: string): string {
  return `http://${username}:${password}@${address}`;
}

/** All that a tool has of an environment. It has the password of the proxy here, because everyone can read arguments. */
function environmentOf(
  folder: string,
  { authorities, proxyUrl }: { authorities: string; proxyUrl: string },
): Record<string, string> {
  const proxies = ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  return {
    ...Object.fromEntries(proxies.map((name) => [name, proxyUrl])),
    HOME: folder,
    TMPDIR: folder,
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
    // OpenSSL and Python's requests have a variable each.
    SSL_CERT_FILE: authorities,
    REQUESTS_CA_BUNDLE: authorities,
    PYTHONDONTWRITEBYTECODE: '1',
    // `pip install --user` puts the tool's own code here, and HOME is another folder.
    PYTHONUSERBASE: join(homedir(), '.local'),
  };
}

function refused(text: string): CrawlError {
  return new CrawlError('InvalidInput', text);
}
