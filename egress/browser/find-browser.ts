import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CrawlError } from '../../domain/errors.ts';
import { claimRoot } from './session-folders.ts';

/** A browser that can be started. */
export interface BrowserBinary {
  executable: string;
  /** Where it comes from, for the log. */
  source: string;
  /** What its environment needs. */
  env: Record<string, string>;
}

const INSTALLED = [
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const UNPACK = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url));
const UNPACK_TIMEOUT_MS = 120_000;

export interface BrowserWish {
  /** PUPPETEER_EXECUTABLE_PATH. */
  executablePath: string | undefined;
  /** Where a packed browser is unpacked to, once. */
  root: string;
  /** Programs that an installed browser may be; for tests. */
  installed?: readonly string[];
}

/**
 * Finds a browser: the one that is asked for, an installed Chrome or Chromium, the one that Puppeteer has downloaded, or
 * on Linux x64 the Chromium of the npm package `@sparticuz/chromium`.
 * @throws CrawlError InvalidInput when there is none, with what to do
 */
export async function findBrowser({ executablePath, root, installed }: BrowserWish): Promise<BrowserBinary> {
  if (executablePath !== undefined) {
    if (await isProgram(executablePath))
      return { executable: executablePath, source: 'PUPPETEER_EXECUTABLE_PATH', env: {} };
    throw new CrawlError(
      'InvalidInput',
      `PUPPETEER_EXECUTABLE_PATH is ${executablePath}, which is no program; it takes the path of a Chrome or Chromium.`,
    );
  }
  for (const executable of installed ?? INSTALLED) {
    if (await isProgram(executable)) return { executable, source: 'installed', env: {} };
  }
  const downloaded = await findDownloaded();
  if (downloaded !== null) return { executable: downloaded, source: 'Puppeteer', env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackChromium(root);
  throw new CrawlError(
    'InvalidInput',
    'There is no browser: install Chrome or Chromium, or set PUPPETEER_EXECUTABLE_PATH to one.',
  );
}

/** Puppeteer's own browser. Puppeteer takes 40 MB to ask, so it is not asked where it has never downloaded one. */
async function findDownloaded(): Promise<string | null> {
  if (!existsSync(join(homedir(), '.cache', 'puppeteer'))) return null;
  const { executablePath } = await import('puppeteer');
  const downloaded = await executablePath();
  return (await isProgram(downloaded)) ? downloaded : null;
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Unpacked beside and moved into place, so that no other worker ever sees half of it. */
async function unpackChromium(root: string): Promise<BrowserBinary> {
  const folder = join(root, `chromium-${await packageVersion()}`);
  const found: BrowserBinary = {
    executable: join(folder, 'chromium'),
    source: '@sparticuz/chromium',
    env: { FONTCONFIG_PATH: join(folder, 'fonts') },
  };
  await claimRoot(root);
  if (await isProgram(found.executable)) return found;
  const staging = join(root, `unpacking-${randomUUID()}`);
  await mkdir(staging);
  try {
    await promisify(execFile)(process.execPath, [UNPACK], {
      env: { TMPDIR: staging, HOME: staging },
      timeout: UNPACK_TIMEOUT_MS,
    });
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another worker was faster.
    if (await isProgram(found.executable)) return found;
    throw new CrawlError('InvalidInput', 'The Chromium of @sparticuz/chromium could not be unpacked.', {
      cause: error,
    });
  }
  return found;
}

async function packageVersion(): Promise<string> {
  // Beside the module that would be imported, which is not loaded for this.
  const main = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const text = await readFile(join(main, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
