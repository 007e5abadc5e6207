import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { encodeScheduleOverlapPolicy, type Client, type ScheduleDescription } from '@temporalio/client';
import { reportOn, type ScheduleReport } from './describe-schedules.ts';
import { findSchedule } from './steer-schedules.ts';

/** The outcome of a trigger. The report shows how the run ended, once it has. */
export interface TriggeredSchedule {
  /**
   * `skipped`: the previous `startOnce` is open, and the overlap policy skips this one. `already-running`: the schedule fired,
   * but the workflow that it starts was already running, so nothing was started.
   */
  outcome: 'fired' | 'skipped' | 'already-running';
  report: ScheduleReport;
}

/**
 * Fires a schedule now and waits for the outcome.
 * @throws ScheduleRefused
 */
export async function triggerSchedule(client: Client, id: string): Promise<TriggeredSchedule> {
  return seeTriggered(client, await fireSchedule(client, id));
}

/**
 * Fires a schedule now, paused or not, under its own overlap policy: a trigger without a policy would start beside whatever runs.
 * @param requestId identifies this trigger: Temporal fires once for the same id. For callers that may have to retry because the
 * first answer was lost.
 * @returns the schedule as it was before; {@link seeTriggered} waits for the outcome
 * @throws ScheduleRefused
 */
export async function fireSchedule(
  client: Client,
  id: string,
  requestId: string = randomUUID(),
): Promise<ScheduleDescription> {
  const { description } = await findSchedule(client, id);
  // The SDK's own trigger sends no request id.
  await client.workflowService.patchSchedule({
    namespace: client.options.namespace,
    identity: client.options.identity,
    scheduleId: id,
    requestId,
    patch: {
      triggerImmediately: {
        overlapPolicy: encodeScheduleOverlapPolicy(description.policies.overlap) ?? null,
      },
    },
  });
  return description;
}

const TRIGGER_SEEN_MS_MAX = 15_000;
const TRIGGER_POLL_MS = 100;

/**
 * Waits for the outcome of a trigger: the server accepts the request and acts on it a moment later.
 * @throws ScheduleUnknown when it was deleted meanwhile
 */
export async function seeTriggered(client: Client, before: ScheduleDescription): Promise<TriggeredSchedule> {
  const id = before.scheduleId;
  const deadline = Date.now() + TRIGGER_SEEN_MS_MAX;
  for (;;) {
    const { description: now } = await findSchedule(client, id);
    if (now.info.numActionsTaken > before.info.numActionsTaken) {
      const report = await settledReport(client, now);
      const cameToNothing = report.lastRun?.outcome === 'already running';
      return { outcome: cameToNothing ? 'already-running' : 'fired', report };
    }
    if (now.info.numActionsSkippedOverlap > before.info.numActionsSkippedOverlap)
      return { outcome: 'skipped', report: await reportOn(client, now) };
    if (Date.now() > deadline)
      throw new Error(
        `Temporal accepted the trigger of ${id}, but has not fired it within ${TRIGGER_SEEN_MS_MAX / 1000} s.`,
      );
    await wait(TRIGGER_POLL_MS);
  }
}

/** How long to wait until `startOnce` has started its workflow. A free worker does that at once. */
const STARTER_MS_MAX = 3_000;

async function settledReport(client: Client, now: ScheduleDescription): Promise<ScheduleReport> {
  const deadline = Date.now() + STARTER_MS_MAX;
  for (;;) {
    const report = await reportOn(client, now);
    if (report.lastRun?.outcome !== 'waiting' || Date.now() > deadline) return report;
    await wait(TRIGGER_POLL_MS);
  }
}
