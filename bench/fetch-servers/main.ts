import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Server as ProxyServer } from 'proxy-chain';
import { openTestAuthority } from '../../sandbox/test-authority.ts';
import { generateWorld } from '../../sandbox/world/generate-world.ts';

// The servers of the fetch bench: a TLS site that serves pages of a menu, and a proxy in front of it. A separate process, so that
// its work does not count as the clients'. Sends its parent one message with its addresses.

/** Bytes of a page of 100 products in real menus. */
const PAGE_BYTES = 600_000;

/** What a session requests before its first page: its exit address, and robots.txt. */
const PLAIN_ANSWERS: Readonly<Record<string, string>> = {
  '/ip': '{"ip":"203.0.113.1"}',
  '/robots.txt': 'User-agent: *\nDisallow: /private/\n',
};

const pages = makePages();
const authority = await openTestAuthority(process.argv[2] ?? '.');
const site = createServer({ ...(await authority.issue(['localhost'])), keepAliveTimeout: 60_000 });
site.on('request', (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'https://localhost');
  const plain = PLAIN_ANSWERS[pathname];
  if (plain !== undefined) {
    response.end(plain);
    return;
  }
  const page = Number(searchParams.get('page'));
  const body = pages[page % pages.length]!;
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': body.length,
  });
  response.end(body);
});
site.listen(0, '127.0.0.1');
await once(site, 'listening');
const proxy = new ProxyServer({ port: 0, host: '127.0.0.1' });
await proxy.listen();
process.send?.({
  sitePort: (site.address() as AddressInfo).port,
  proxyPort: proxy.port,
  caFile: authority.caFile,
  gzipBytes: pages[0]?.length,
});

/** Returns pages of the sandbox's largest menu, compressed. A description makes each page as long as a real one. */
function makePages(): Buffer[] {
  const [store] = generateWorld({ seed: 1, dispensaries: 1, products: 200 }).stores;
  const records = (store?.menuAt(0) ?? []).map(({ detail }) => detail);
  return [0, 1, 2, 3].map((page) => {
    const products = records.slice(page * 100, page * 100 + 100);
    const missingBytes = PAGE_BYTES - JSON.stringify(products).length;
    const text = products.map(({ Name }) => `${String(Name)} `).join('');
    const description = text.repeat(100).slice(0, Math.max(0, missingBytes / products.length));
    const answer = {
      data: {
        filteredProducts: {
          products: products.map((product, place) => ({
            ...product,
            // In each product, the text begins at another position, so that pages do not compress better than real ones.
            description: description.slice(place * 7) + description.slice(0, place * 7),
          })),
          queryInfo: { totalCount: records.length, totalPages: 5 },
        },
      },
    };
    return gzipSync(JSON.stringify(answer));
  });
}
