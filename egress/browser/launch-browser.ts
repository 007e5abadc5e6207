import { connect, type CDPSession, type Page } from 'puppeteer';
import { CrawlError } from '../../domain/errors.ts';
import { within } from '../deadline.ts';
import { ROOT_NEEDS_NO_SANDBOX } from './browser-flags.ts';
import { startBrowserProcess, type BrowserProcess, type BrowserProcessOptions } from './browser-process.ts';

/** A browser that takes longer to start is killed: usually it takes 0.1 s, and a few seconds when the machine is busy. */
const START_TIMEOUT_MS = 8_000;

/** A browser that does not answer a ping in time counts as hung and is killed, at the latest 7 s after it hung. */
const PULSE_EVERY_MS = 2_000;
const PULSE_TIMEOUT_MS = 5_000;
/**
 * The same for the page alone, at the latest after 8 s: a page that works hard on a busy machine may be silent for
 * seconds.
 */
const PAGE_PULSE_TIMEOUT_MS = 6_000;

/** A running browser with its only page. */
export interface LaunchedBrowser {
  page: Page;
  /** `HeadlessChrome/153.0.8010.0`. */
  product: string;
  userAgent: string;
  /** Kills all its processes and removes its files. May be called again. */
  kill(): Promise<void>;
}

/**
 * Starts a browser and connects to it. From then on the browser is pinged; a hung one is killed, which fails all pending calls.
 * @throws CrawlError BrowserFault with the browser's last output
 */
export async function launchBrowser(options: BrowserProcessOptions): Promise<LaunchedBrowser> {
  const running = await startBrowserProcess(options).catch((cause: unknown) => {
    throw new CrawlError('BrowserFault', `The browser ${options.executable} cannot be started.`, { cause });
  });
  try {
    const launched = await within(
      { timeoutMs: START_TIMEOUT_MS, failure: () => new Error(`no answer within ${START_TIMEOUT_MS} ms`) },
      meet(running),
    );
    const { page, product, userAgent } = launched;
    const stopPulse = watchPulse(launched, running);
    return {
      page,
      product,
      userAgent,
      async kill() {
        stopPulse();
        await running.kill();
      },
    };
  } catch (error) {
    await running.kill();
    throw startFailure(error, running.errors());
  }
}

async function meet(running: BrowserProcess) {
  const browser = await connect({ transport: running.transport, defaultViewport: null });
  const [pages, product, userAgent, pulse] = await Promise.all([
    browser.pages(),
    browser.version(),
    browser.userAgent(),
    // Puppeteer caches the version; the ping must reach the browser itself.
    browser.target().createCDPSession(),
  ]);
  const page = pages[0] ?? (await browser.newPage());
  return { pulse, pagePulse: await page.createCDPSession(), product, userAgent, page };
}

interface Pulses {
  page: Page;
  pulse: CDPSession;
  pagePulse: CDPSession;
}

function watchPulse({ page, pulse, pagePulse }: Pulses, browser: BrowserProcess): () => void {
  const failure = (): Error => new Error('hung');
  // Not awaited here: the caller of `launchBrowser` kills the browser again, and gets the error if its folder cannot be removed.
  const kill = (): void => void browser.kill().catch(ignore);
  const timer = setInterval(() => {
    // A page that is navigating answers with an error, so it is alive.
    const answered = pagePulse.send('Runtime.evaluate', { expression: '1' }).then(ignore, ignore);
    Promise.all([
      within({ timeoutMs: PULSE_TIMEOUT_MS, failure }, pulse.send('Browser.getVersion')),
      within({ timeoutMs: PAGE_PULSE_TIMEOUT_MS, failure }, answered),
    ]).catch(kill);
  }, PULSE_EVERY_MS);
  // Puppeteer never settles calls to a crashed page; killing the browser does.
  page.once('error', kill);
  void browser.exited.then(() => clearInterval(timer));
  return () => clearInterval(timer);
}

function ignore(): void {}

function startFailure(error: unknown, written: string): CrawlError {
  if (/Running as root without --no-sandbox/.test(written)) {
    return new CrawlError('BrowserFault', ROOT_NEEDS_NO_SANDBOX);
  }
  if (/No usable sandbox|setuid sandbox/.test(written)) {
    return new CrawlError(
      'BrowserFault',
      'The browser finds no sandbox on this system: allow unprivileged user namespaces, or set BROWSER_NO_SANDBOX=true to run it without.',
    );
  }
  return new CrawlError('BrowserFault', 'The browser did not start.', {
    evidence: {
      detail: (error instanceof Error ? error.message : String(error)).slice(0, 200),
      written: written.slice(-300),
    },
  });
}
