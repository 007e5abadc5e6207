import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withWait } from '../../local/progress-ticks.ts';
import type { ProcessGroup } from '../../local/process-group.ts';
import type { StartOptions } from './options.ts';
import { endOf, RESTARTS } from './end-of-process.ts';

const SANDBOX_MAIN = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));

/** What the sandbox reports when it is ready. */
export interface SandboxInfo {
  graphqlUrl: string;
  menuBaseUrl: string;
  echoUrl: string;
  controlUrl: string;
  caFile: string;
  caSpkiSha256: string;
  hashes: { FilteredProducts: string; ConsumerDispensaries: string };
  proxies: {
    protocol: 'http' | 'https' | 'socks5';
    host: string;
    port: number;
    username: string;
    password: string;
  }[];
}

/** The options that define the sandbox's generated stores, and the data folder. */
export type SandboxOptions = Pick<
  StartOptions,
  'dataDir' | 'dispensaries' | 'products' | 'seed' | 'captures'
>;

interface Start {
  group: ProcessGroup;
  options: SandboxOptions;
  progress: (line: string) => void;
  /** Called when the sandbox has ended for good. */
  fail: (error: Error) => void;
}

/** Starts the storefront and its proxies as a separate process; resolves when they answer. */
export async function startSandboxProcess({ group, options, progress, fail }: Start): Promise<SandboxInfo> {
  progress('Starting the sandbox: a storefront and three proxies on this machine');
  const logFile = join(options.dataDir, 'logs', 'sandbox.log');
  const { promise, resolve, reject } = Promise.withResolvers<SandboxInfo>();
  const managed = group.start({
    name: 'the sandbox',
    command: process.execPath,
    args: [SANDBOX_MAIN, ...sandboxArguments(options)],
    logFile,
    onStdoutLine: (line) => {
      if (line.startsWith('{"ready":true')) resolve(JSON.parse(line) as SandboxInfo);
    },
    // A restarted sandbox keeps its ports, so its clients need not notice.
    restart: RESTARTS,
    onExit: ({ expected, willRestart, ...end }) => {
      if (expected || willRestart) return;
      const error = endOf('the sandbox', { end, logTail: managed.logTail(), logFile });
      reject(error);
      fail(error);
    },
  });
  return withWait('Starting the sandbox', progress, () => promise);
}

function sandboxArguments(options: SandboxOptions): string[] {
  const captures = options.captures === null ? [] : ['--captures', options.captures];
  return [
    `--seed=${options.seed}`,
    `--dispensaries=${options.dispensaries}`,
    `--products=${options.products}`,
    `--state-dir=${join(options.dataDir, 'sandbox')}`,
    ...captures,
  ];
}
