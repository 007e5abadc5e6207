import type { Disk } from './disk.ts';

/** What a worker is doing according to its own reports, except `lost`; `status-meanings.ts` explains each. */
export type WorkerStatus = 'active' | 'backing_off' | 'draining' | 'stopped' | 'decommissioned' | 'lost';

/** Statuses of a worker whose process is running, according to its last report. */
export const LIVE_STATUSES = ['active', 'backing_off', 'draining'] as const satisfies readonly WorkerStatus[];

/** Whether a worker's process is running, as far as is known. */
export function isLive(status: WorkerStatus): boolean {
  return (LIVE_STATUSES as readonly WorkerStatus[]).includes(status);
}

/**
 * A worker without a heartbeat for this long counts as lost: another may take its name, and a chain no longer waits for its
 * files. Longer than the longest `HEARTBEAT_INTERVAL_MS`, and than a short outage of the database, during which no heartbeat
 * arrives.
 */
export const WORKER_ACTIVE_MS = 5 * 60_000;

/** A worker is silent after it has missed this many heartbeats in a row. */
export const HEARTBEATS_MISSED_MAX = 3;

/**
 * The least interval that is assumed between a worker's heartbeats, also if its own is shorter or unknown, because heartbeats may be
 * late on a busy machine.
 */
export const USUAL_HEARTBEAT_MS = 30_000;

/**
 * A heartbeat is late after this many intervals, but not before this time. A busy machine may delay one by half an
 * interval. A worker that is late may hang, so it is named before it counts as silent.
 */
export const LATE = { intervals: 1.5, msMin: 15_000 };

/** Whether a worker is live and not silent. A silent worker may still be working, but is not counted. */
export function isHeard(worker: { status: WorkerStatus; counts_as_lost_at: Date | null }): boolean {
  return isLive(worker.status) && worker.counts_as_lost_at === null;
}

/**
 * A larger clock offset is reported. Stored times come from the database's clock, but log times, and waits until a time that a site
 * gives, use the worker's clock. NTP keeps machines within milliseconds, so this much is a fault.
 */
export const CLOCK_OFF_REPORTED_MS = 5_000;

/**
 * A worker with a larger clock offset takes no new work. Within a minute TLS certificates, cookies and `Retry-After` dates still
 * work; beyond a minute, behaviour is untested.
 */
export const CLOCK_OFF_MS_MAX = 60_000;

/** Whether a worker's clock differs so much from the database's that somebody must set it; false if unknown (null). */
export function isClockOff(aheadMs: number | null): boolean {
  return aheadMs !== null && Math.abs(aheadMs) > CLOCK_OFF_REPORTED_MS;
}

/** Describes the offset of a clock, such as `7200.0 s ahead of` another one. */
export function describeClock(aheadMs: number): string {
  return `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}

/** Describes the fault of a worker's clock, for people; null if the clock is right or its offset is unknown. */
export function clockFault({ clock_ahead_ms: aheadMs }: { clock_ahead_ms: number | null }): string | null {
  return aheadMs !== null && isClockOff(aheadMs)
    ? `its clock is ${describeClock(aheadMs)} the database's`
    : null;
}

export const BACKOFF_CAUSES = ['memory', 'cpu', 'clock'] as const;

export type BackOffCause = (typeof BACKOFF_CAUSES)[number];

/** Used memory in MiB, and its limit. */
export interface MemoryUse {
  memory_mb: number;
  memory_total_mb: number;
  memory_percent: number;
}

/** The memory of a pod. All its workers measure the same. */
export interface PodMemory extends MemoryUse {
  /** Whose memory is measured: a control group, or the processes below one. Distinguishes the pods of one machine. */
  measured: string;
  /** True if the pod is not one of Kubernetes, but the processes of a machine or container. Absent in heartbeats of older workers. */
  on_host?: boolean;
}

/** Resources that a worker reports with each heartbeat, named as operators know them. */
export interface WorkerResources extends MemoryUse {
  /** Resident memory of the worker's own process, without its browsers, in MiB. */
  memory_rss_mb: number;
  /** Processor time of the worker's own process since its start. */
  cpu_user_ms: number;
  cpu_system_ms: number;
  /** Use of the cores that the worker may use, over the last seconds. */
  cpu_percent: number;
  is_backing_off: boolean;
  /** For people to read. */
  backoff_reason: string | null;
  /** The resource that is short. Absent in heartbeats of older workers. */
  backoff_cause?: BackOffCause | null | undefined;
  /** The lowest `memory_percent` of each five minutes, up to four hours, oldest first. Absent for older workers. */
  memory_lows?: number[] | undefined;
  /** Totals of the pod. Absent for external and older workers. */
  pod?: PodMemory | undefined;
  /** The disk of STORAGE_ROOT. Absent if the worker could not read it, and for external and older workers. */
  disk?: Disk | undefined;
}

/** A queue that a worker serves, and how many of its tasks the worker runs at once. */
export interface ServedQueue {
  queue: string;
  slots: number;
}

/** The settings that decide how much work a worker takes. */
export interface WorkerTuner {
  memory_threshold: number;
  cpu_threshold: number;
  backoff_ms: number;
  /** This worker's share of its pod's memory. */
  memory_limit_mb: number;
  /** Whose memory and processor time are compared with the thresholds. */
  measures: { memory: string; cpu: string };
  /** Null if the worker serves no workflows. */
  max_cached_workflows: number | null;
  /** Time between the worker's heartbeats. Absent in rows of older workers, and of external workers. */
  heartbeat_interval_ms?: number;
  /** False if the worker's files are on the disk of its own pod only. Absent in rows of older workers. */
  shares_storage?: boolean;
  /** The job types that the worker knows. Absent if the worker runs no jobs, and in rows of older workers. */
  job_types?: string[];
}
