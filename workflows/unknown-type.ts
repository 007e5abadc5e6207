import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import { SCHEDULED_TYPES, SCHEDULED_WORKFLOWS } from '../temporal-config/schedules.ts';

/**
 * Fails workflows of unknown types. Otherwise their workflow task would fail again and again, and keep the id locked.
 * @throws ApplicationFailure InvalidInput, not retryable
 */
export function unknownType(): Promise<never> {
  const types = [...SCHEDULED_WORKFLOWS, 'job', 'startOnce', 'bulkAction', ...SCHEDULED_TYPES].join(', ');
  throw ApplicationFailure.nonRetryable(
    `${workflowInfo().workflowType}: unknown workflow type; known types are ${types}`,
    'InvalidInput',
  );
}
