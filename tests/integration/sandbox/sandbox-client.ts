import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { fetch as fetchThroughProxy } from 'wreq-js';
import type { Response as ProxiedResponse } from 'wreq-js';
import type { ProxyAccess } from '../../../sandbox/proxies/proxy-access.ts';
import type { SandboxInfo } from '../../../sandbox/start-sandbox.ts';
import type { OperationHashes } from '../../../sandbox/storefront/operations.ts';
import type { Totals } from '../../../sandbox/storefront/request-log.ts';
import type { WorldTruth } from '../../../sandbox/world/world.ts';

interface GetOptions {
  protocol?: ProxyAccess['protocol'];
  password?: string;
  headers?: Record<string, string>;
  compress?: boolean;
  timeoutMs?: number;
}

interface MenuOptions {
  page: number;
  hash?: string;
  base?: string;
  compress?: boolean;
}

/** All fields of the control server's responses. Each response has some of them. */
interface ControlBody extends WorldTruth {
  error: string;
  last: number;
  requests: object[];
  totals: Totals;
  hashes: OperationHashes;
}

/** Sends the requests of tests to the sandbox. */
export interface SandboxClient {
  proxy: (protocol: ProxyAccess['protocol']) => ProxyAccess;
  get: (url: string, options?: GetOptions) => Promise<ProxiedResponse>;
  fetchMenu: (dispensaryId: string, options: MenuOptions) => Promise<ProxiedResponse>;
  menu: (
    dispensaryId: string,
    options: MenuOptions,
  ) => Promise<{ products: Record<string, unknown>[]; totalCount: number }>;
  control: (method: string, path: string, body?: object) => Promise<{ status: number; body: ControlBody }>;
  totals: () => Promise<Totals>;
  unzip: (bytes: Buffer) => Promise<Buffer>;
}

export function createSandboxClient(info: SandboxInfo): SandboxClient {
  // The client reads this variable when it opens its first connection, so the tests of a file share one authority.
  process.env['SSL_CERT_FILE'] = info.caFile;
  const proxy: SandboxClient['proxy'] = (protocol) => {
    const found = info.proxies.find((candidate) => candidate.protocol === protocol);
    if (!found) throw new Error(`Expected a proxy that speaks ${protocol}.`);
    return found;
  };
  const get: SandboxClient['get'] = (url, options = {}) =>
    fetchThroughProxy(url, {
      browser: 'chrome_131',
      os: 'windows',
      proxy: proxyUrl(proxy(options.protocol ?? 'http'), options.password),
      headers: options.headers ?? {},
      compress: options.compress ?? true,
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    });
  const fetchMenu: SandboxClient['fetchMenu'] = (dispensaryId, options) => {
    const url = menuUrl(info, dispensaryId, options);
    const headers = {
      'content-type': 'application/json',
      ...(options.compress === false ? { 'accept-encoding': 'gzip' } : {}),
    };
    return get(url, { headers, compress: options.compress ?? true });
  };
  const control: SandboxClient['control'] = async (method, path, body) => {
    const answer = await fetch(`${info.controlUrl}${path}`, {
      method,
      body: body ? JSON.stringify(body) : null,
    });
    return { status: answer.status, body: (await answer.json()) as ControlBody };
  };
  return {
    proxy,
    get,
    fetchMenu,
    control,
    menu: async (dispensaryId, options) => {
      const body = await (await fetchMenu(dispensaryId, options)).json<MenuBody>();
      const { products, queryInfo } = body.data.filteredProducts;
      return { products, totalCount: queryInfo.totalCount };
    },
    totals: async () => (await control('GET', '/control/requests')).body.totals,
    unzip: promisify<Buffer, Buffer>(gunzip),
  };
}

interface MenuBody {
  data: { filteredProducts: { products: Record<string, unknown>[]; queryInfo: { totalCount: number } } };
}

function proxyUrl({ protocol, username, password, host, port }: ProxyAccess, otherPassword?: string): string {
  const scheme = protocol === 'socks5' ? 'socks5h' : protocol;
  return `${scheme}://${encodeURIComponent(username)}:${encodeURIComponent(otherPassword ?? password)}@${host}:${port}`;
}

function menuUrl(info: SandboxInfo, dispensaryId: string, options: MenuOptions): string {
  const productsFilter = {
    dispensaryId,
    pricingType: 'rec',
    Status: 'Active',
    types: [],
    sortBy: 'name',
    sortDirection: 1,
    isDefaultSort: false,
  };
  const query = new URLSearchParams({
    operationName: 'FilteredProducts',
    variables: JSON.stringify({ productsFilter, page: options.page, perPage: 100 }),
    extensions: JSON.stringify({
      persistedQuery: { version: 1, sha256Hash: options.hash ?? info.hashes.FilteredProducts },
    }),
  });
  return `${options.base ?? info.graphqlUrl}?${query.toString()}`;
}
