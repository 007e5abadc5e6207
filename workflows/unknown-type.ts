import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import { SCHEDULED_WORKFLOWS } from '../temporal-config/schedules.ts';

/**
 * Runs for unknown workflow types. Without it their task would fail forever and keep the id locked.
 * @throws ApplicationFailure InvalidInput, not retryable
 */
export function unknownType(): Promise<never> {
  const types = [...SCHEDULED_WORKFLOWS, 'job', 'startOnce', 'bulkAction'].join(', ');
  throw ApplicationFailure.nonRetryable(
    `${workflowInfo().workflowType}: unknown workflow type; known types are ${types}`,
    'InvalidInput',
  );
}
