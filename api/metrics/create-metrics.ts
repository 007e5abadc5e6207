import type { Client } from '@temporalio/client';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Environment } from '../../config/environment.ts';
import { qualitySettings } from '../../config/quality-settings.ts';
import type { Db } from '../../db/connect.ts';
import { readOperatingFigures, type OperatingFigures } from '../../db/queries/operating-figures.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { QUALITY_PROBLEMS } from '../../domain/quality.ts';
import { callTemporal } from '../../temporal-client/call-temporal.ts';
import { readQueueBacklogs, type QueueBacklog } from '../../temporal-client/queue-backlog.ts';
import { ACTIVITY_QUEUES } from '../../temporal-config/task-queues.ts';

/** Where the figures come from. */
interface Sources {
  db: Db;
  client: Client;
  environment: Environment;
}

const MIB = 2 ** 20;

export interface Metrics {
  /** Middleware that measures every request. */
  measure: MiddlewareHandler;
  contentType: string;
  /** Returns all metrics in the text form of Prometheus. */
  render(): Promise<string>;
}

/** Scrapes within this time get the same ledger and Temporal figures. */
const FRESH_MS = 10_000;

/** From the duration of a cached response to a typical caller's timeout. */
const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Creates the metrics of the API process, and those of the crawl, which it reads on a scrape. */
export function createMetrics(tools: Sources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = createHistogram(registry);
  const gauges = createGauges(registry);
  let read: { done: Promise<unknown>; atMs: number } | null = null;
  return {
    contentType: registry.contentType,
    measure: async (c, next) => {
      const stop = seconds.startTimer();
      await next();
      // Labelled with the route pattern, not the path: with paths, each store would be a series of its own.
      stop({ method: c.req.method, route: routePath(c, -1), status: c.res.status });
    },
    render: async () => {
      if (read === null || performance.now() > read.atMs + FRESH_MS) {
        const done = Promise.all([setFromLedger(gauges, tools), setFromTemporal(gauges, tools)]);
        read = { done, atMs: performance.now() };
      }
      await read.done;
      return registry.metrics();
    },
  };
}

/** A metric for the reference page. */
interface DescribedMetric {
  name: string;
  help: string;
  labels: readonly string[];
}

/** Describes our own metrics, without those that prom-client collects from the process. */
export function describeMetrics(): DescribedMetric[] {
  const registry = new Registry();
  createHistogram(registry);
  createGauges(registry);
  return registry.getMetricsAsArray().map((metric) => {
    const { name, help, labelNames } = metric as unknown as Omit<DescribedMetric, 'labels'> & {
      labelNames: readonly string[];
    };
    return { name, help, labels: labelNames };
  });
}

function createHistogram(registry: Registry) {
  return new Histogram({
    name: 'crawlchain_api_request_duration_seconds',
    help: 'How long the API took to answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  });
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `crawlchain_${name}`, help, labelNames, registers: [registry] });
  return {
    up: gauge('source_up', 'Whether the source of the other metrics answered: 1 or 0.', ['source']),
    chains: gauge('chains_ended_last_hour', 'Chains that ended within the last hour.', ['role', 'status']),
    failures: gauge(
      'chain_failures_last_hour',
      'Chains that failed within the last hour, by the kind of failure.',
      ['kind'],
    ),
    proxies: gauge('proxies', 'Proxies by state.', ['state']),
    workers: gauge('workers', 'Workers of the registry by status.', ['status']),
    podMemory: gauge('pod_memory_bytes', 'Memory that all workers of a pod use together.', ['pod']),
    podLimit: gauge('pod_memory_limit_bytes', 'Memory limit of all workers of a pod together.', ['pod']),
    suspects: gauge('payloads_suspect', 'Payloads that wait for a decision.'),
    quality: gauge('dispensaries_with_problem', 'Dispensaries by the problem of their catalog.', [
      'platform',
      'problem',
    ]),
    stopped: gauge('platform_stopped', 'Whether an operator has stopped the platform: 1 or 0.', ['platform']),
    dispensaries: gauge('dispensaries_enabled', 'Dispensaries that are crawled.'),
    backlog: gauge('queue_backlog', 'Approximate number of activities that wait for a worker.', ['queue']),
    age: gauge('queue_oldest_age_seconds', 'How long the oldest of these activities has waited.', ['queue']),
  };
}

async function setFromLedger(gauges: Gauges, { db, environment }: Sources): Promise<void> {
  const figures = await orNull(readOperatingFigures(db, qualitySettings(environment)));
  gauges.up.set({ source: 'database' }, figures === null ? 0 : 1);
  // Unknown figures are left out: an old figure looks like a new one.
  const {
    chains,
    failures,
    proxies,
    workers,
    podMemory,
    podLimit,
    stopped,
    suspects,
    quality,
    dispensaries,
  } = gauges;
  for (const one of [chains, failures, proxies, workers, podMemory, podLimit, stopped, quality]) one.reset();
  for (const one of [suspects, dispensaries]) one.remove();
  if (figures !== null) showFigures(gauges, figures);
}

function showFigures(gauges: Gauges, figures: OperatingFigures): void {
  for (const { role, status, count } of figures.endedChains) gauges.chains.set({ role, status }, count);
  for (const { kind, count } of figures.failures) gauges.failures.set({ kind }, count);
  for (const { state, count } of figures.proxies) gauges.proxies.set({ state }, count);
  for (const { status, count } of figures.workers) gauges.workers.set({ status }, count);
  for (const { pod_name: pod, memory_mb: used, memory_total_mb: limit } of figures.pods) {
    // Added up, because several workers may run on one machine and share its name.
    gauges.podMemory.inc({ pod }, used * MIB);
    gauges.podLimit.inc({ pod }, limit * MIB);
  }
  for (const platform of PLATFORM_NAMES)
    gauges.stopped.set({ platform }, figures.stoppedTargets.includes(platform) ? 1 : 0);
  gauges.suspects.set(figures.suspectPayloads);
  for (const { platform, problems } of figures.quality)
    for (const problem of QUALITY_PROBLEMS) gauges.quality.set({ platform, problem }, problems[problem]);
  gauges.dispensaries.set(figures.enabledDispensaries);
}

async function setFromTemporal(gauges: Gauges, { client }: Sources): Promise<void> {
  const backlogs = await orNull(callTemporal(client, () => readQueueBacklogs(client, ACTIVITY_QUEUES)));
  gauges.up.set({ source: 'temporal' }, backlogs === null ? 0 : 1);
  gauges.backlog.reset();
  gauges.age.reset();
  for (const { queue, backlog, oldest_age_sec: age } of backlogs ?? ([] satisfies QueueBacklog[])) {
    gauges.backlog.set({ queue }, backlog);
    gauges.age.set({ queue }, age);
  }
}

/**
 * Returns null when a source does not answer, so that the figures of the other source are still shown. The metric `source_up` reports it.
 */
async function orNull<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work;
  } catch {
    return null;
  }
}
