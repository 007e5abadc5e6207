/** What a worker is doing, by its own word, but for `lost`; `status-meanings.ts` says what each means. */
export type WorkerStatus = 'active' | 'backing_off' | 'draining' | 'stopped' | 'decommissioned' | 'lost';

/** Statuses of a worker whose process runs, as far as it has told. */
export const LIVE_STATUSES = ['active', 'backing_off', 'draining'] as const satisfies readonly WorkerStatus[];

/** Whether the process of a worker runs, as far as is known. */
export function isLive(status: WorkerStatus): boolean {
  return (LIVE_STATUSES as readonly WorkerStatus[]).includes(status);
}

/**
 * A worker without a heartbeat for so long counts as lost: another may take its name, and a chain no longer waits for its files. It is more
 * than the longest `HEARTBEAT_INTERVAL_MS`, and than a short outage of the database, in which no worker is heard of.
 */
export const WORKER_ACTIVE_MS = 5 * 60_000;

/** A worker is silent that has missed so many heartbeats in a row. */
export const HEARTBEATS_MISSED_MAX = 3;

/** Taken for the interval of a worker that has a shorter one, or does not tell: on a busy machine a heartbeat may be late. */
export const USUAL_HEARTBEAT_MS = 30_000;

/** Whether a worker lives and is heard of. One that is silent may work on, and is not reckoned with. */
export function isHeard(worker: { status: WorkerStatus; counts_as_lost_at: Date | null }): boolean {
  return isLive(worker.status) && worker.counts_as_lost_at === null;
}

/**
 * A clock that is off by more is reported: what is stored goes by the database's clock, but logs, and waits until a time of day that a
 * site names, go by the worker's. NTP keeps machines within milliseconds, so this much is a fault of its own.
 */
export const CLOCK_OFF_REPORTED_MS = 5_000;

/**
 * A worker whose clock is off by more takes nothing new. Within a minute TLS certificates, cookies and `Retry-After` dates still
 * work; beyond a minute, behaviour is untested.
 */
export const CLOCK_OFF_MS_MAX = 60_000;

/** Whether a worker's clock is so far off the database's that somebody has to set it. @param aheadMs null: not known */
export function isClockOff(aheadMs: number | null): boolean {
  return aheadMs !== null && Math.abs(aheadMs) > CLOCK_OFF_REPORTED_MS;
}

/** Such as `7200.0 s ahead of`. */
export function clockInWords(aheadMs: number): string {
  return `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}

/** What is wrong with a worker's clock, for people; null: it is right, or not known. */
export function clockFault({ clock_ahead_ms: aheadMs }: { clock_ahead_ms: number | null }): string | null {
  return aheadMs !== null && isClockOff(aheadMs)
    ? `its clock is ${clockInWords(aheadMs)} the database's`
    : null;
}

export const BACKOFF_CAUSES = ['memory', 'cpu', 'clock'] as const;

export type BackOffCause = (typeof BACKOFF_CAUSES)[number];

/** Memory in use, in MiB, and the limit that it is measured against. */
export interface MemoryUse {
  memory_mb: number;
  memory_total_mb: number;
  memory_percent: number;
}

/** The memory of a pod. All of its workers measure the same. */
export interface PodMemory extends MemoryUse {
  /** Whose memory is measured: a control group, or the processes below one. Pods of one machine differ in it. */
  measured: string;
  /** Whether it is none of Kubernetes, but the processes of a machine or a container. Absent in heartbeats of older workers. */
  on_host?: boolean;
}

/** What a worker tells of its resources with each heartbeat, in the words that operators know. */
export interface WorkerResources extends MemoryUse {
  /** Of the worker's own process, without its browsers. */
  memory_rss_mb: number;
  /** Of the worker's own process since its start. */
  cpu_user_ms: number;
  cpu_system_ms: number;
  /** Of the cores that it may use, over the last seconds. */
  cpu_percent: number;
  is_backing_off: boolean;
  /** In words, for people. */
  backoff_reason: string | null;
  /** What there is too little of. Absent in heartbeats of older workers. */
  backoff_cause?: BackOffCause | null | undefined;
  /** Of the pod together. Absent: the worker runs elsewhere, or is older. */
  pod?: PodMemory | undefined;
}

/** A queue that a worker serves, and how many tasks of it at once. */
export interface ServedQueue {
  queue: string;
  slots: number;
}

/** What decides how much a worker takes, and of whom. */
export interface WorkerTuner {
  memory_threshold: number;
  cpu_threshold: number;
  backoff_ms: number;
  /** This worker's part of the memory of its pod. */
  memory_limit_mb: number;
  /** Whose memory and processor time are compared with the thresholds. */
  measures: { memory: string; cpu: string };
  /** Null: it serves no workflows. */
  max_cached_workflows: number | null;
  /** Between its heartbeats. Absent in rows of older workers, and of workers elsewhere. */
  heartbeat_interval_ms?: number;
  /** False: its files are on a disk of its pod. Absent in rows of older workers. */
  shares_storage?: boolean;
  /** The types of jobs that it knows. Absent where it runs no jobs, and in rows of older workers. */
  job_types?: string[];
}
