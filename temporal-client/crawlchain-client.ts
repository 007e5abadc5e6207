import {
  WorkflowFailedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowHandle,
} from '@temporalio/client';
import type { Workflow, WorkflowResultType } from '@temporalio/common';
import type {
  CrawlDispensaryInput,
  CrawlDispensaryResult,
  RefreshFromPayloadResult,
} from '../domain/crawl-run.ts';
import type { CrawlDueInput, CrawlDueResult } from '../domain/crawl-due.ts';
import type { DiscoverStoresInput, DiscoverStoresResult } from '../domain/discovery.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import { refuseUnwanted } from '../domain/instance.ts';
import type { JobInput, JobPayload } from '../domain/job.ts';
import { CHAIN_RETRIES_USUAL } from '../domain/retry-chain.ts';
import { searchScope, type WantedScope } from '../temporal-config/search-scope.ts';
import { crawlDispensaryId, jobWorkflowId } from '../temporal-config/workflow-ids.ts';
import type { job } from '../workflows/index.ts';
import type { CrawlProgress } from '../workflows/messages.ts';
import { cancelWorkflow } from './cancel-workflow.ts';
import { connectTemporal } from './connect.ts';
import {
  startAnalyticsRefresh,
  startCrawl,
  startCrawlDue,
  startDiscovery,
  startRefresh,
  type NamedDispensary,
} from './crawl-control.ts';
import type { Started } from './start-plan.ts';
import {
  queryCrawl,
  queryFanOut,
  queryJob,
  querySummary,
  followProgress,
  type ProgressQuery,
  type FollowOptions,
  type JobProgress,
  type Step,
  type Summary,
} from './follow-progress.ts';
import { locateNamespaceInstance } from './instance.ts';
import { startJob, type StartedJob } from './job-control.ts';
import { reasonOf } from './reason-of.ts';

export { OtherInstance } from '../domain/instance.ts';
export { WrongScope } from '../temporal-config/search-scope.ts';
export { TemporalUnreachable } from './connect.ts';

export interface CrawlchainOptions {
  /** The Temporal frontend as host:port; required. */
  address: string | undefined;
  /** Default `crawlchain`. */
  namespace?: string;
  /** The installation that the namespace must belong to, as in INSTANCE_ID. Default: any. */
  instanceId?: string | undefined;
  /** Sent as a bearer token; turns TLS on. */
  apiKey?: string;
  /** Turns TLS on. The object names PEM files for a client certificate or a private certificate authority. */
  tls?: boolean | { certificatePath?: string; keyPath?: string; authorityPath?: string; serverName?: string };
}

/** What a program that starts a crawl knows about the store. */
export interface KnownDispensary {
  /** Its id in `dispensaries`. */
  id: number;
  /** The platform that serves the menu; decides which workers fetch it. */
  platform: PlatformName;
  /** Shown in the Web UI. Default: the id. */
  name?: string;
  /** Two letters. Stores of one state share a fairness key. */
  stateCode?: string;
}

/** Thrown when awaited work did not complete; the message says why. */
export class WorkFailed extends Error {
  override name = 'WorkFailed';
}

/** Thrown when Temporal has no workflow of an id: it was never started, or has been deleted. */
export class WorkUnknown extends Error {
  override name = 'WorkUnknown';
}

/** A workflow to follow, wait for or cancel. */
export interface Work<Result, Progress = Summary> {
  workflowId: string;
  /**
   * Yields the progress each time it changes, until the workflow has ended.
   * @throws WorkUnknown; the signal's reason when aborted
   */
  progress(options?: FollowOptions): AsyncIterable<Step<Progress>>;
  /** Waits for the result. @throws WorkFailed when it failed, was cancelled or terminated; WorkUnknown */
  result(): Promise<Result>;
  /** Requests cancellation. @returns false if the workflow has already ended */
  cancel(): Promise<boolean>;
}

/** A workflow that was requested: just started, or already running. */
export interface StartedWork<Result, Progress = Summary> extends Work<Result, Progress> {
  /** False: a workflow of this id was already running and continues. */
  isNew: boolean;
}

/** Where to look for stores. One search per scope runs at a time. */
export type StatesToSearch = Pick<DiscoverStoresInput, 'platform' | 'priority'> & WantedScope;

/** Starts and controls the workflows of Crawlchain. */
export interface CrawlchainClient {
  /** Crawls one dispensary. If the dispensary has an open chain, returns that chain. */
  crawl(
    dispensary: KnownDispensary,
    options?: Pick<CrawlDispensaryInput, 'role' | 'priority' | 'images'>,
  ): Promise<StartedWork<CrawlDispensaryResult, CrawlProgress>>;
  /** Returns the open chain of a dispensary, or its last one. */
  crawlOf(dispensaryId: number): Work<CrawlDispensaryResult, CrawlProgress>;
  /** Starts a chain for each dispensary that is due. The returned work ends when all chains are started. */
  crawlDue(input: CrawlDueInput): Promise<StartedWork<CrawlDueResult, CrawlDueResult>>;
  /** Looks for stores in some states, or in a city, and starts a first crawl for each new one. @throws WrongScope */
  discover(wanted: StatesToSearch): Promise<StartedWork<DiscoverStoresResult>>;
  /** Ingests a stored payload again, with the current rules. */
  replay(payloadId: number): Promise<StartedWork<RefreshFromPayloadResult>>;
  /**
   * Starts a generic job of a registered type.
   * @param options `id`: your own id, with one open job at a time; default: generated
   */
  startJob(
    input: JobInput,
    options?: { id?: string },
  ): Promise<StartedWork<JobPayload | null, JobProgress> & { id: string }>;
  /** Returns the open job of an id, or its last run. */
  jobOf(id: string): Work<JobPayload | null, JobProgress>;
  /** Refreshes the analytics views. */
  refreshAnalytics(): Promise<StartedWork<unknown>>;
  /** The Temporal SDK client, for everything else. */
  temporal: Client;
  close(): Promise<void>;
}

/** Connects to the workers' Temporal server. @throws TemporalUnreachable, OtherInstance */
export async function connectCrawlchain(options: CrawlchainOptions): Promise<CrawlchainClient> {
  const client = await connectToInstance(options);
  return {
    temporal: client,
    close: () => client.connection.close(),
    crawl: async (dispensary, start = {}) =>
      started(
        client,
        await startCrawl(client, named(dispensary), { maxRetries: CHAIN_RETRIES_USUAL, ...start }),
        queryCrawl,
      ),
    crawlOf: (id) => workOf(client, crawlDispensaryId(id), queryCrawl),
    crawlDue: async (input) => started(client, await startCrawlDue(client, input), queryFanOut),
    discover: async (wanted) => {
      const { area, ...searched } = searchScope(wanted);
      const { states: _, city: __, ...rest } = wanted;
      const search = await startDiscovery(client, { ...rest, ...searched }, area);
      return started(client, search, querySummary);
    },
    replay: async (payloadId) =>
      started(client, await startRefresh(client, { payloadId, dispensary: null }), querySummary),
    startJob: async (input, names = {}) => startedJob(client, await startJob(client, input, names)),
    jobOf: (id) => workOf(client, jobWorkflowId(id), queryJob),
    refreshAnalytics: async () => started(client, await startAnalyticsRefresh(client), querySummary),
  };
}

async function connectToInstance(options: CrawlchainOptions): Promise<Client> {
  const { address = '', instanceId } = options;
  const client = await connectTemporal(settingsOf(options));
  if (instanceId === undefined) return client;
  try {
    refuseUnwanted(await locateNamespaceInstance(client, address), instanceId);
    return client;
  } catch (error) {
    await client.connection.close();
    throw error;
  }
}

function settingsOf({ address, namespace = 'crawlchain', apiKey, tls = false }: CrawlchainOptions) {
  const files = typeof tls === 'boolean' ? {} : tls;
  return {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    TEMPORAL_API_KEY: apiKey,
    TEMPORAL_TLS: tls !== false,
    TEMPORAL_TLS_CLIENT_CERT_PATH: files.certificatePath,
    TEMPORAL_TLS_CLIENT_KEY_PATH: files.keyPath,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: files.authorityPath,
    TEMPORAL_TLS_SERVER_NAME: files.serverName,
  };
}

function named({ id, platform, name, stateCode }: KnownDispensary): NamedDispensary {
  return { id, platform, name: name ?? `dispensary ${id}`, stateCode: stateCode ?? null };
}

function started<Type extends Workflow, Progress>(
  client: Client,
  { handle, isNew }: Started<Type>,
  ask: ProgressQuery<Progress>,
): StartedWork<WorkflowResultType<Type>, Progress> {
  return { ...workOf(client, handle.workflowId, ask), isNew, result: () => resultOf(handle) };
}

function startedJob(
  client: Client,
  { id, workflowId, runId, isNew }: StartedJob,
): StartedWork<JobPayload | null, JobProgress> & { id: string } {
  const work = workOf<JobPayload | null, JobProgress>(client, workflowId, queryJob);
  const handle = client.workflow.getHandle<typeof job>(workflowId, runId);
  return { ...work, id, isNew, result: () => resultOf(handle) };
}

function workOf<Result, Progress>(
  client: Client,
  workflowId: string,
  ask: ProgressQuery<Progress>,
): Work<Result, Progress> {
  return {
    workflowId,
    progress: (options) => progressOf(client, { workflowId, ask }, options),
    result: () => resultOf(client.workflow.getHandle<() => Promise<Result>>(workflowId)),
    cancel: () => cancelWorkflow(client, workflowId),
  };
}

async function* progressOf<Progress>(
  client: Client,
  followed: { workflowId: string; ask: ProgressQuery<Progress> },
  options?: FollowOptions,
): AsyncGenerator<Step<Progress>, void, undefined> {
  try {
    yield* followProgress(client, followed, options);
  } catch (error) {
    // An abort can surface as one of several kinds of errors; throw the signal's reason instead.
    options?.signal?.throwIfAborted();
    throw toClientError(error, followed.workflowId);
  }
}

async function resultOf<Type extends Workflow>(
  handle: WorkflowHandle<Type>,
): Promise<WorkflowResultType<Type>> {
  try {
    return await handle.result();
  } catch (error) {
    throw toClientError(error, handle.workflowId);
  }
}

function toClientError(error: unknown, workflowId: string): unknown {
  if (error instanceof WorkflowFailedError)
    return new WorkFailed(`${workflowId} did not complete: ${reasonOf(error)}`, { cause: error });
  if (error instanceof WorkflowNotFoundError)
    return new WorkUnknown(
      `Temporal has no workflow ${workflowId}: it was never started, or has been deleted.`,
      { cause: error },
    );
  return error;
}
