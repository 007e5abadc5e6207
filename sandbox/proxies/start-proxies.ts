import { listenOnKeptPort } from '../kept-port.ts';
import type { RequestLog } from '../storefront/request-log.ts';
import type { TestAuthority } from '../test-authority.ts';
import type { ExitAddresses } from './exit-addresses.ts';
import { startHttpProxy } from './http-proxy.ts';
import type { RunningProxy } from './http-proxy.ts';
import type { ProxyAccess, ProxyProtocol, ProxyRule } from './proxy-access.ts';
import { startSocksProxy } from './socks-proxy.ts';

export interface ProxiesRequest {
  rules: readonly ProxyRule[];
  ports: Record<ProxyProtocol, number>;
  exits: ExitAddresses;
  authority: TestAuthority;
  log: RequestLog;
}

export interface Proxies {
  access: ProxyAccess[];
  ports: Record<ProxyProtocol, number>;
  close: () => Promise<void>;
}

/** Starts the proxies, all on loopback. */
export async function startProxies({
  rules,
  ports,
  exits,
  authority,
  log,
}: ProxiesRequest): Promise<Proxies> {
  const running: RunningProxy[] = [];
  const access: ProxyAccess[] = [];
  const used = { ...ports };
  for (const rule of rules) {
    const tls = rule.protocol === 'https' ? await authority.issue(['localhost', '127.0.0.1']) : undefined;
    const proxy = await listenOnKeptPort(ports[rule.protocol], (port) => {
      const tools = { port, exits, onAuthFailure: () => void log.totals.proxyAuthFailures++ };
      return rule.protocol === 'socks5' ? startSocksProxy(rule, tools) : startHttpProxy(rule, tools, tls);
    });
    running.push(proxy);
    used[rule.protocol] = proxy.port;
    access.push({ ...rule, host: '127.0.0.1', port: proxy.port });
  }
  return {
    access,
    ports: used,
    close: async () => {
      await Promise.all(running.map((proxy) => proxy.close()));
    },
  };
}
