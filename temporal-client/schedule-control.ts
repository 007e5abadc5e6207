import { setTimeout as wait } from 'node:timers/promises';
import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  ServiceError,
  type Client,
  type ScheduleOptions,
  type ScheduleUpdateOptions,
} from '@temporalio/client';
import { TypedSearchAttributes, type Priority } from '@temporalio/common';
import {
  catchupWindowMinutes,
  JITTER_SECONDS,
  type ScheduleDefinition,
} from '../temporal-config/schedules.ts';
import { priorityKey } from '../temporal-config/priorities.ts';
import { ROLE } from '../temporal-config/search-attributes.ts';
import { WORKFLOW_QUEUE } from '../temporal-config/task-queues.ts';
import { scheduledStartId } from '../temporal-config/workflow-ids.ts';

/** Creates the schedules that are missing and brings the others to their definition; paused ones stay paused. */
export async function applySchedules(client: Client, definitions: ScheduleDefinition[]): Promise<void> {
  for (const definition of definitions) {
    const { spec, action, policies } = describe(definition);
    try {
      await client.schedule.create({
        scheduleId: definition.id,
        spec,
        action,
        policies,
        state: { note: definition.note },
      });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await patiently(() =>
        client.schedule
          .getHandle(definition.id)
          .update((known): ScheduleUpdateOptions => ({ ...known, spec, action, policies })),
      );
    }
  }
}

const ATTEMPTS_MAX = 5;
const ATTEMPT_AFTER_MS = 1_000;

/**
 * A schedule is a workflow of the server's own, which is asked for its description: just after a start, or on a busy
 * machine, that may fail once and work a moment later.
 */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError) || attempt === ATTEMPTS_MAX) throw error;
      await wait(ATTEMPT_AFTER_MS * attempt);
    }
  }
}

type Description = Required<Pick<ScheduleOptions, 'spec' | 'action' | 'policies'>>;

function describe(definition: ScheduleDefinition): Description {
  // The SDK sends the priority although the type of an action leaves it out.
  const action: Description['action'] & { priority: Priority } = {
    type: 'startWorkflow',
    workflowType: 'startOnce',
    workflowId: scheduledStartId(definition.id),
    taskQueue: WORKFLOW_QUEUE,
    args: [definition.start],
    staticSummary: `${definition.id}: ${definition.note}`,
    typedSearchAttributes: new TypedSearchAttributes([{ key: ROLE, value: definition.role }]),
    priority: { priorityKey: priorityKey(definition.priority) },
  };
  return {
    spec: {
      intervals: [{ every: `${Math.round(definition.intervalHours * 3600)} seconds` }],
      jitter: `${JITTER_SECONDS} seconds`,
    },
    action,
    policies: {
      overlap: ScheduleOverlapPolicy.SKIP,
      catchupWindow: `${catchupWindowMinutes(definition)} minutes`,
    },
  };
}
