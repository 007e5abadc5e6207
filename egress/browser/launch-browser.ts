import { connect, type CDPSession, type Page } from 'puppeteer';
import { CrawlError } from '../../domain/errors.ts';
import { within } from '../deadline.ts';
import { ROOT_NEEDS_NO_SANDBOX } from './browser-flags.ts';
import { startBrowserProcess, type BrowserProcess, type BrowserProcessOptions } from './browser-process.ts';

/** A browser starts in a tenth of a second, or in some when the machine is busy. */
const START_TIMEOUT_MS = 8_000;

/** Who does not answer to a question that costs nothing is hung: a browser is killed after 7 s at most, ... */
const PULSE_EVERY_MS = 2_000;
const PULSE_TIMEOUT_MS = 5_000;
/** ... and after 8 s when it is its page: a page that works hard on a busy machine is silent for seconds. */
const PAGE_PULSE_TIMEOUT_MS = 6_000;

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
    // Puppeteer remembers the version; the pulse must ask the browser itself.
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
  // Nobody waits for it here: who uses the browser kills it again, and hears what could not be removed.
  const kill = (): void => void browser.kill().catch(ignore);
  const timer = setInterval(() => {
    // A page that moves on answers with an error: it lives.
    const answered = pagePulse.send('Runtime.evaluate', { expression: '1' }).then(ignore, ignore);
    Promise.all([
      within({ timeoutMs: PULSE_TIMEOUT_MS, failure }, pulse.send('Browser.getVersion')),
      within({ timeoutMs: PAGE_PULSE_TIMEOUT_MS, failure }, answered),
    ]).catch(kill);
  }, PULSE_EVERY_MS);
  // Puppeteer leaves what waits for a crashed page waiting; a browser that is gone ends it.
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
