import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Environment } from '../../../config/environment.ts';
import { ROOT_NEEDS_NO_SANDBOX } from '../../../egress/browser/browser-flags.ts';
import { findBrowser } from '../../../egress/browser/find-browser.ts';
import { browsersRoot } from '../../../egress/browser/session-folders.ts';
import { findingsOf, messageOf, type Finding } from './finding.ts';

const ANSWER_MS_MAX = 30_000;

const MEND =
  'Install Chrome or Chromium, or set PUPPETEER_EXECUTABLE_PATH; docs/explanation/browser.md. A machine without one can leave the queue browser to others.';

/**
 * Checks whether a worker on this machine finds a browser that starts.
 * @param needsBrowser whether the menu of some dispensary has to be fetched in a browser
 */
export async function checkBrowser(environment: Environment, needsBrowser: boolean): Promise<Finding> {
  const { ok, warning, broken } = findingsOf('browser');
  const lacking = (found: string, mend: string): Finding =>
    needsBrowser || environment.PUPPETEER_EXECUTABLE_PATH !== undefined
      ? broken(found, mend)
      : warning(`${found} No dispensary needs one yet.`, mend);
  try {
    const { executable, source, env } = await findBrowser({
      executablePath: environment.PUPPETEER_EXECUTABLE_PATH,
      root: browsersRoot(),
    });
    const { stdout } = await promisify(execFile)(executable, ['--version'], { env, timeout: ANSWER_MS_MAX });
    if (process.getuid?.() === 0 && !environment.BROWSER_NO_SANDBOX)
      return lacking(ROOT_NEEDS_NO_SANDBOX, 'Run workers as another user, or set BROWSER_NO_SANDBOX=true.');
    return ok(`${stdout.trim()}, ${source}`);
  } catch (error) {
    return lacking(messageOf(error), MEND);
  }
}
