import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, type Browser } from 'puppeteer';
import { findBrowser } from '../../egress/browser/find-browser.ts';
import { browsersRoot } from '../../egress/browser/session-folders.ts';

/**
 * Launches Chromium for the dashboard's own pages. The packaged Chromium draws text only when its font is configured.
 * @param folder for its font settings
 */
export async function launchChromium(folder: string, protocolTimeout: number): Promise<Browser> {
  const { executable, env } = await findBrowser({ executablePath: undefined, root: browsersRoot() });
  const packed = env['FONTCONFIG_PATH'];
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${join(packed ?? '', 'fonts')}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  );
  const isRoot = process.getuid?.() === 0;
  return launch({
    executablePath: executable,
    env: { ...process.env, ...env, ...(packed === undefined ? {} : { FONTCONFIG_PATH: folder }) },
    protocolTimeout,
    args: ['--disable-gpu', '--disable-dev-shm-usage', ...(isRoot ? ['--no-sandbox', '--no-zygote'] : [])],
  });
}
