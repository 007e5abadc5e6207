import { connect, type CDPSession, type Page } from 'puppeteer';
import { CrawlError } from '../../domain/errors.ts';
import { within } from '../deadline.ts';
import { ROOT_NEEDS_NO_SANDBOX } from './browser-flags.ts';
import { startBrowserProcess, type BrowserProcess, type BrowserProcessOptions } from './browser-process.ts';

/** A browser starts in a tenth of a second, or in some when the machine is busy. */
const START_TIMEOUT_MS = 20_000;

/** A browser that does not answer to a question that costs it nothing is hung: it is killed after 7 s at most. */
const PULSE_EVERY_MS = 2_000;
const PULSE_TIMEOUT_MS = 5_000;

/** A browser that is up, with its one page. */
export interface LaunchedBrowser {
  page: Page;
  /** `HeadlessChrome/153.0.8010.0`. */
  product: string;
  userAgent: string;
  /** Kills it with all its processes and removes what it left. May be called again. */
  kill(): Promise<void>;
}

/**
 * Starts a browser and speaks to it. From then on it is asked for its pulse; one that hangs is killed, and whoever waits
 * for it is told.
 * @throws CrawlError BrowserFault with what the browser said last
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
    const { pulse, page, product, userAgent } = launched;
    const stopPulse = watchPulse(pulse, page, running);
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
    // Puppeteer remembers the version; the pulse must ask the browser itself.
    browser.target().createCDPSession(),
  ]);
  return { pulse, product, userAgent, page: pages[0] ?? (await browser.newPage()) };
}

function watchPulse(pulse: CDPSession, page: Page, browser: BrowserProcess): () => void {
  const timer = setInterval(() => {
    within(
      { timeoutMs: PULSE_TIMEOUT_MS, failure: () => new Error('hung') },
      pulse.send('Browser.getVersion'),
    ).catch(() => browser.kill());
  }, PULSE_EVERY_MS);
  // Puppeteer leaves what waits for a crashed page waiting; a browser that is gone ends it.
  page.once('error', () => void browser.kill());
  void browser.exited.then(() => clearInterval(timer));
  return () => clearInterval(timer);
}

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
