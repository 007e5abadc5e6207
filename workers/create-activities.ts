import type { Client } from '@temporalio/client';
import { createDiscoverStoresActivities } from '../activities/discover-stores.ts';
import { createDownloadImagesActivities } from '../activities/download-images.ts';
import { createFetchMenuActivities } from '../activities/fetch-menu.ts';
import { createIngestPayloadActivities } from '../activities/ingest-payload.ts';
import { createQueryMemory } from '../activities/query-memory.ts';
import { createRecordOutcomeActivities } from '../activities/record-outcome.ts';
import { createRefreshAnalyticsActivities } from '../activities/refresh-analytics.ts';
import { createStartCrawlsActivities } from '../activities/start-crawls.ts';
import type { Environment } from '../config/environment.ts';
import { platformSettings } from '../config/platform-settings.ts';
import type { Db } from '../db/connect.ts';
import { reserveRequestSlot } from '../db/queries/host-pace.ts';
import { leaseProxy, recordProxyOutcome } from '../db/queries/proxies.ts';
import { PLATFORM_NAMES } from '../domain/dispensary.ts';
import { createHttpSessions } from '../egress/http-session.ts';
import { createProxyLeases } from '../egress/lease-proxy.ts';
import { createPacing } from '../egress/pacing.ts';
import type { SessionPorts } from '../egress/session.ts';
import { createWreqTransport } from '../egress/wreq-transport.ts';
import { createPlatformRegistry } from '../platforms/registry.ts';
import { createImageFiles } from '../storage/image-files.ts';
import { createPageSpool } from '../storage/page-spool.ts';
import { createPayloadFiles } from '../storage/payload-files.ts';
import { startCrawl } from '../temporal-client/crawl-control.ts';
import { fetchQueue, INGEST_QUEUE, MEDIA_QUEUE, type TaskQueue } from '../temporal-config/task-queues.ts';

interface Tools {
  environment: Environment;
  db: Db;
  client: Client;
  /** This worker's name in the ledger. */
  worker: string;
}

/** The activities of each activity queue, with their tools in hand. */
export function createActivities({
  environment,
  db,
  client,
  worker,
}: Tools): Partial<Record<TaskQueue, object>> {
  const root = environment.STORAGE_ROOT;
  const payloadFiles = createPayloadFiles({ root });
  const platforms = createPlatformRegistry(platformSettings(environment));
  const queryMemory = createQueryMemory(db);
  const sessions: SessionPorts = {
    leaseProxy: createProxyLeases({ leaseProxy: (excludedIds) => leaseProxy(db, excludedIds) }),
    recordProxyOutcome: (outcome) => recordProxyOutcome(db, outcome),
    openSession: createHttpSessions({
      openTransport: (identity) => createWreqTransport({ identity }),
      pacing: createPacing({
        reserveRequestSlot: (host) => reserveRequestSlot(db, host, environment.REQUESTS_PER_SECOND_PER_HOST),
      }),
      exitAddressUrl: environment.EXIT_ADDRESS_URL,
    }),
  };
  const fetching = {
    ...createFetchMenuActivities({
      db,
      platforms,
      sessions,
      payloadFiles,
      pageSpool: createPageSpool({ root }),
      queryMemory,
      judge: {
        missingShareMax: environment.SUSPECT_MISSING_SHARE,
        goneShareMax: environment.SUSPECT_GONE_SHARE,
        repricedShareMax: environment.SUSPECT_REPRICED_SHARE,
      },
      worker,
    }),
    ...createDiscoverStoresActivities({ db, platforms, sessions, queryMemory }),
  };
  return {
    ...Object.fromEntries(PLATFORM_NAMES.map((name) => [fetchQueue(name), fetching])),
    [INGEST_QUEUE]: {
      ...createIngestPayloadActivities({ db, platforms, payloadFiles, worker }),
      ...createRecordOutcomeActivities({ db }),
      ...createRefreshAnalyticsActivities({ db }),
      ...createStartCrawlsActivities({
        db,
        startCrawl: async (dispensary, options) => (await startCrawl(client, dispensary, options)).isNew,
      }),
    },
    [MEDIA_QUEUE]: createDownloadImagesActivities({
      db,
      sessions,
      imageFiles: createImageFiles({ root }),
      worker,
    }),
  };
}
