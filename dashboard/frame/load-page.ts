/** The error of a page whose script could not be loaded because the server is away. */
export class ServerAway extends Error {}

/**
 * Waits for the script of a page.
 * @param script the import
 * @throws {ServerAway} the server did not answer. The router takes every other failed import for files that a new version replaced,
 *   and loads the dashboard again; without a server, that would leave the user on the error page of the browser.
 */
export async function loadPage<Module>(script: Promise<Module>): Promise<Module> {
  try {
    return await script;
  } catch (error) {
    if (await isServerAway()) throw new ServerAway('Its script could not be loaded.', { cause: error });
    throw error;
  }
}

/** Whether the server does not answer. */
export async function isServerAway(): Promise<boolean> {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store' });
    return false;
  } catch {
    return true;
  }
}
