import type { Db } from '../../db/connect.ts';
import { preparePasswordSeal } from '../../db/prepare-password-seal.ts';
import { replaceProxies } from '../../db/queries/proxies.ts';
import type { SandboxInfo } from '../../sandbox/start-sandbox.ts';

/** Makes crawls use the proxies of a sandbox. @param keyFile the file of the key for their passwords; created if it is missing */
export async function saveSandboxProxies(
  db: Db,
  keyFile: string,
  { proxies }: Pick<SandboxInfo, 'proxies'>,
): Promise<void> {
  await replaceProxies(db, await preparePasswordSeal(db, { key: undefined, keyFile }), {
    owner: 'sandbox',
    proxies: proxies.map(({ protocol, host, port, username, password }) => ({
      protocol,
      host,
      port,
      username,
      password,
    })),
  });
}
