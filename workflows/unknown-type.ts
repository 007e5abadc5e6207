import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import { SCHEDULED_WORKFLOWS } from '../temporal-config/schedules.ts';

/**
 * Runs for a type that there is not. Without it the workflow's task would fail again and again, and hold the id.
 * @throws ApplicationFailure InvalidInput, not to be tried again
 */
export function unknownType(..._args: unknown[]): Promise<never> {
  const types = [...SCHEDULED_WORKFLOWS, 'job', 'startOnce'].join(', ');
  throw ApplicationFailure.nonRetryable(
    `${workflowInfo().workflowType}: no workflow has this type; it takes ${types}`,
    'InvalidInput',
  );
}
