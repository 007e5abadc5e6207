import { readFile } from 'node:fs/promises';
import { ProxyAgent, request } from 'undici';
import type { CrawlWorld } from '../../support/crawl-world.ts';

/** Requests the client's exit address from the storefront through a proxy, as a crawl does. */
export async function fetchThroughProxy({ sandbox }: CrawlWorld): Promise<void> {
  const { host, port, username, password } = sandbox.proxies.find(({ protocol }) => protocol === 'http')!;
  const dispatcher = new ProxyAgent({
    uri: `http://${host}:${port}`,
    token: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    requestTls: { ca: await readFile(sandbox.caFile, 'utf8') },
  });
  const { body } = await request(sandbox.echoUrl, { dispatcher });
  await body.text();
  await dispatcher.close();
}
