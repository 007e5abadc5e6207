import type { Client } from '@temporalio/client';
import { ROLE_WORKFLOWS } from '../temporal-config/role-workflows.ts';
import type { Execution } from './look-at-tasks.ts';

/** Chains that ended without a word in the ledger; a person terminates few. */
const GONE_MAX = 5_000;

/** Run ids of the chains that were terminated or timed out: the ledger says that they run until the next one begins. */
export async function listGoneChains(client: Client): Promise<Set<string>> {
  const query = `WorkflowType = "${ROLE_WORKFLOWS.payload_fetch}" AND ExecutionStatus IN ("Terminated", "TimedOut")`;
  return new Set((await list(client, query, GONE_MAX)).map(({ runId }) => runId));
}

/** The newest open workflows of one type. */
export async function listOpen(client: Client, workflowType: string, most: number): Promise<Execution[]> {
  return list(client, `WorkflowType = "${workflowType}" AND ExecutionStatus = "Running"`, most);
}

async function list(client: Client, query: string, most: number): Promise<Execution[]> {
  const executions: Execution[] = [];
  for await (const { workflowId, runId } of client.workflow.list({
    query,
    pageSize: Math.min(most, 1_000),
  })) {
    executions.push({ workflowId, runId });
    if (executions.length === most) break;
  }
  return executions;
}
