/** The error of a page whose script could not be loaded because the server is away. */
export class ServerAway extends Error {}

/**
 * Waits for the script of a page.
 * @param script the import
 * @throws {ServerAway} the server did not answer. The router takes every other failed import for files that a new version replaced,
 *   and loads the dashboard again; without a server, that would leave the user on an error page of the browser or of a proxy.
 */
export async function loadPage<Module>(script: Promise<Module>): Promise<Module> {
  try {
    return await script;
  } catch (error) {
    if (await isServerAway()) throw new ServerAway('Its script could not be loaded.', { cause: error });
    throw error;
  }
}

/** A server that takes longer counts as away. */
const ANSWER_MS_MAX = 5_000;

/** Whether the server does not answer, or a proxy answers in its place that it does not. */
export async function isServerAway(): Promise<boolean> {
  try {
    const request = {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    } as const;
    return (await fetch('/', request)).status >= 500;
  } catch {
    return true;
  }
}
