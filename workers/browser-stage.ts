import { allowedPrivateHosts } from '../config/address-settings.ts';
import type { Environment } from '../config/environment.ts';
import { CrawlError } from '../domain/errors.ts';
import { ROOT_NEEDS_NO_SANDBOX } from '../egress/browser/browser-flags.ts';
import type { BrowserSessionTools } from '../egress/browser/browser-session.ts';
import { findBrowser, type BrowserBinary } from '../egress/browser/find-browser.ts';
import { browsersRoot, claimRoot, sweepSessionFolders } from '../egress/browser/session-folders.ts';
import type { SessionPorts } from '../egress/session.ts';
import type { Log } from '../observability/log.ts';
import { BROWSER_QUEUE } from '../temporal-config/task-queues.ts';
import { browserSlots } from './browser-slots.ts';
import { WorkerRefused } from './worker-refused.ts';

/** What a worker needs to serve the queue `browser`. */
export interface BrowserStage {
  browser: BrowserBinary;
  root: string;
  /** How many browsers run at once. */
  slots: number;
}

/**
 * Opens the browser stage. A worker without a browser logs a warning and serves the other queues, unless WORKER_QUEUES names this one.
 * @param memoryLimitMiB this worker's memory limit, browsers included
 * @throws WorkerRefused
 */
export async function findBrowserStage(
  environment: Environment,
  memoryLimitMiB: number,
  log: Log,
): Promise<BrowserStage | null> {
  try {
    return await openBrowserStage(environment, memoryLimitMiB, log);
  } catch (error) {
    if (!(error instanceof CrawlError)) throw error;
    if (environment.WORKER_QUEUES?.includes(BROWSER_QUEUE) === true) {
      throw new WorkerRefused(`WORKER_QUEUES names browser. ${error.message}`, { cause: error });
    }
    log.warn(`This worker does not serve the queue browser. ${error.message}`);
    return null;
  }
}

/**
 * Finds this machine's browser and removes what earlier workers left.
 * @param memoryLimitMiB this worker's memory limit, browsers included
 * @throws CrawlError InvalidInput when this worker can start no browser, or has no folder for its sessions
 */
export async function openBrowserStage(
  environment: Environment,
  memoryLimitMiB: number,
  log: Log,
): Promise<BrowserStage> {
  const hasSandbox = !environment.BROWSER_NO_SANDBOX;
  if (hasSandbox && process.getuid?.() === 0) throw new CrawlError('InvalidInput', ROOT_NEEDS_NO_SANDBOX);
  const root = browsersRoot();
  await claimRoot(root);
  const browser = await findBrowser({ executablePath: environment.PUPPETEER_EXECUTABLE_PATH, root });
  const swept = await sweepSessionFolders(root);
  const slots = browserSlots({
    memoryLimitMiB,
    maxConcurrentTasks: environment.MAX_CONCURRENT_TASKS,
    maxBrowsers: environment.MAX_BROWSERS,
  });
  const { executable, source } = browser;
  log.info({ executable, source, slots, memoryLimitMiB, swept }, 'browsers can be started');
  if (!hasSandbox) {
    log.warn(
      'BROWSER_NO_SANDBOX is set: a page that breaks out of the browser has the rights of this worker',
    );
  }
  return { browser, root, slots };
}

type SharedTools = Pick<BrowserSessionTools, 'pacing' | 'robots' | 'platforms' | 'onPageRequest'>;

/** Opens browser sessions. Loads Puppeteer (40 MB) with the first session, since most workers never open one. */
export function createBrowserOpener(
  environment: Environment,
  { browser, root }: BrowserStage,
  shared: SharedTools,
): SessionPorts['openSession'] {
  const load = async (): Promise<SessionPorts['openSession']> => {
    const { createBrowserSessions } = await import('../egress/browser/browser-session.ts');
    return createBrowserSessions({
      ...shared,
      browser,
      root,
      hasSandbox: !environment.BROWSER_NO_SANDBOX,
      trustedSpki: environment.BROWSER_TRUSTED_SPKI,
      addressPolicy: { allowedPrivateHosts: allowedPrivateHosts(environment) },
      exitAddressUrl: environment.EXIT_ADDRESS_URL,
    });
  };
  let opener: Promise<SessionPorts['openSession']> | undefined;
  return async (purpose, turn) => (await (opener ??= load()))(purpose, turn);
}
