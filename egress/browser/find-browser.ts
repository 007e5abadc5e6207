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
  /** Where the browser was found, for the log. */
  source: string;
  /** Environment variables it needs. */
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

export interface BrowserOptions {
  /** PUPPETEER_EXECUTABLE_PATH. */
  executablePath: string | undefined;
  /** Where a packed browser is unpacked, once. */
  root: string;
  /** Paths of installed browsers to try; for tests. */
  installed?: readonly string[];
}

/**
 * Finds a browser: the configured one, an installed Chrome or Chromium, Puppeteer's download, or on Linux x64 the Chromium of the
 * npm package `@sparticuz/chromium`.
 * @throws CrawlError InvalidInput when there is none, with the remedy
 */
export async function findBrowser({
  executablePath,
  root,
  installed,
}: BrowserOptions): Promise<BrowserBinary> {
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

/**
 * Finds Puppeteer's own browser, or returns null. Importing Puppeteer takes 40 MB, so it is not imported if it never downloaded a browser.
 */
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

/** Unpacks into a staging folder and renames it, so that no other worker ever sees an incomplete one. */
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
    // Another worker may have finished first; then its folder is used.
    if (await isProgram(found.executable)) return found;
    throw new CrawlError('InvalidInput', 'The Chromium of @sparticuz/chromium could not be unpacked.', {
      cause: error,
    });
  }
  return found;
}

async function packageVersion(): Promise<string> {
  // Finds package.json from the path of the package's entry module, without loading that module.
  const main = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const text = await readFile(join(main, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
