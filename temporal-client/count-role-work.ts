import type { Client } from '@temporalio/client';
import type { PlatformName } from '../domain/dispensary.ts';
import type { Role } from '../domain/role.ts';
import { ROLE_WORKFLOWS } from '../temporal-config/role-workflows.ts';
import { PLATFORM, ROLE } from '../temporal-config/search-attributes.ts';
import { countByStatus } from './count-workflows.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The workflows of a role, as visibility counts them. */
export interface CountedWork {
  /** Open ones, begun or not. */
  open: number;
  completedLastHour: number;
  /** Cancelled ones did not fail. */
  failedLastHour: number;
  startedLastDay: number;
}

/**
 * Counts the workflows of a role: two questions to visibility, which groups by status alone.
 * @param chains narrows to the chains of a role and platform; for roles whose workflow is theirs alone it is not needed
 */
export async function countRoleWork(
  client: Client,
  role: Role,
  chains?: { platform: PlatformName },
): Promise<CountedWork> {
  const now = Date.now();
  const among = workflowsOf(role, chains);
  const open = await countByStatus(
    client,
    `${among} AND (ExecutionStatus = "Running" OR CloseTime >= ${moment(now - HOUR_MS)})`,
  );
  const started = await client.workflow.count(`${among} AND StartTime >= ${moment(now - DAY_MS)}`);
  const sum = (...statuses: string[]) =>
    statuses.reduce((total, status) => total + (open.get(status) ?? 0), 0);
  return {
    open: sum('Running'),
    completedLastHour: sum('Completed'),
    failedLastHour: sum('Failed', 'TimedOut', 'Terminated'),
    startedLastDay: started.count,
  };
}

function workflowsOf(role: Role, chains?: { platform: PlatformName }): string {
  const type = `WorkflowType = "${ROLE_WORKFLOWS[role]}"`;
  return chains === undefined
    ? type
    : `${type} AND ${ROLE.name} = "${role}" AND ${PLATFORM.name} = "${chains.platform}"`;
}

function moment(ms: number): string {
  return `"${new Date(ms).toISOString()}"`;
}

/** The newest ones say enough about how long a workflow takes. */
const DURATIONS_MAX = 100;

/**
 * Seconds from the start to the end of the role's workflows that completed within a day, on average, waiting included;
 * null when none did.
 */
export async function averageWorkflowSeconds(client: Client, role: Role): Promise<number | null> {
  const since = moment(Date.now() - DAY_MS);
  const query = `${workflowsOf(role)} AND ExecutionStatus = "Completed" AND CloseTime >= ${since}`;
  const seconds: number[] = [];
  for await (const { startTime, closeTime } of client.workflow.list({ query, pageSize: DURATIONS_MAX })) {
    if (closeTime !== undefined) seconds.push((closeTime.getTime() - startTime.getTime()) / 1000);
    if (seconds.length === DURATIONS_MAX) break;
  }
  return seconds.length === 0 ? null : seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
}
