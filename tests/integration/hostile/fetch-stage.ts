import { randomBytes } from 'node:crypto';
import { createFetchMenuActivities } from '../../../activities/fetch-menu.ts';
import { createMenuMemory } from '../../../stages/menu-memory.ts';
import { createQueryMemory } from '../../../stages/query-memory.ts';
import type { Db } from '../../../db/connect.ts';
import { replaceProxies } from '../../../db/queries/proxies.ts';
import { leaseProxy, releaseProxyLease, renewProxyLease } from '../../../db/queries/proxy-leases.ts';
import { recordProxyOutcome } from '../../../db/queries/proxy-outcomes.ts';
import { createPasswordSeal } from '../../../db/seal-password.ts';
import { RULE_SHARES } from '../../../domain/belief/judge-menu.ts';
import type { AddressPolicy } from '../../../egress/address-guard.ts';
import { createHttpSessions } from '../../../egress/http-session.ts';
import type { HttpTransport } from '../../../egress/http-transport.ts';
import { createProxyLeases } from '../../../egress/lease-proxy.ts';
import { createRobots } from '../../../egress/robots.ts';
import type { SessionPorts } from '../../../egress/session.ts';
import { createWreqTransport } from '../../../egress/wreq-transport.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { createPageSpool } from '../../../storage/page-spool.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { pacingOn } from '../../support/pacing-on.ts';
import type { Deadlines } from './hostile-case.ts';
import { ECHO_HOST, INWARD_HOST, SITE_HOST } from './world.ts';

const seal = createPasswordSeal(randomBytes(32));
const unlimited = { requestsPerSecond: 1_000, maxConcurrentRequests: 100 };

/** Resolves names without DNS: every name is public except `INWARD_HOST`, which resolves to a private address. */
const addressPolicy: AddressPolicy = {
  resolveHost: async (host) => [{ address: host === INWARD_HOST ? '10.0.0.8' : '93.184.215.14', family: 4 }],
};

/** Creates the fetch stage as a worker does, but in this process and with shorter deadlines. */
export function fetchStage({ db, root, deadlines }: { db: Db; root: string; deadlines: Deadlines }) {
  return createFetchMenuActivities({
    db,
    wakeWaiter: async () => true,
    platforms: createPlatformRegistry({
      dutchie: {
        graphqlUrl: `https://${SITE_HOST}/graphql`,
        hashes: { FilteredProducts: 'a'.repeat(64), ConsumerDispensaries: 'b'.repeat(64) },
      },
      blaze: { apiUrl: `https://${SITE_HOST}/api/v1` },
    }),
    sessions: sessionPorts(db, deadlines),
    payloadFiles: createPayloadFiles({ root }),
    pageSpool: createPageSpool({ root }),
    queryMemory: createQueryMemory(db),
    menuMemory: createMenuMemory(),
    worker: 'Xylos',
    judge: { shares: RULE_SHARES, confirmAfterMs: 1_800_000 },
    rememberBrowserMs: 60_000,
  });
}

function sessionPorts(db: Db, deadlines: Deadlines): SessionPorts {
  const pacing = pacingOn(db, unlimited);
  return {
    admit: (platform) => pacing.admit(platform),
    leaseProxy: createProxyLeases({
      leaseProxy: (request) => leaseProxy(db, seal, request),
      renewLease: (leaseId) => renewProxyLease(db, leaseId),
      releaseLease: (leaseId) => releaseProxyLease(db, leaseId),
      alert: () => undefined,
    }),
    recordProxyOutcome: (outcome) => recordProxyOutcome(db, outcome),
    openSession: createHttpSessions({
      openTransport: async (identity) =>
        hurried(
          await createWreqTransport({ identity, addressPolicy, connectTimeoutMs: deadlines.connectMs }),
          deadlines,
        ),
      pacing,
      robots: createRobots({
        pacing,
        saveCrawlDelay: async () => undefined,
        platforms: { dutchie: { obeysRobots: false }, blaze: { obeysRobots: false } },
      }),
      exitAddressUrl: `https://${ECHO_HOST}/`,
    }),
  };
}

/** Wraps a transport with shorter deadlines for the site. The echo service keeps the usual deadlines. */
function hurried(transport: HttpTransport, { answerMs, bodyMs }: Deadlines): HttpTransport {
  return {
    send: (request) =>
      new URL(request.url).host === ECHO_HOST
        ? transport.send(request)
        : transport.send({ ...request, timeoutMs: answerMs, bodyTimeoutMs: bodyMs }),
    stream: (request, read) => transport.stream({ ...request, timeoutMs: answerMs, stallMs: bodyMs }, read),
    close: () => transport.close(),
  };
}

/** Replaces the proxies in the database by proxies at these ports. */
export async function useProxies(db: Db, ports: number[]): Promise<void> {
  const proxies = ports.map((port) => ({
    protocol: 'http' as const,
    host: '127.0.0.1',
    port,
    username: null,
    password: null,
  }));
  await replaceProxies(db, seal, { owner: 'hostile', proxies });
}
