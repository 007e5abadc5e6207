import { expect, test, vi } from 'vitest';
import { untilClosed } from '../../../temporal-client/until-closed.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const NOBODY = { taskQueue: 'nobody', args: [] };

test('a run that is about to end is waited for, and one that stays open or is unknown only so long', async () => {
  const { client } = await createTestNamespace();
  const handle = await client.workflow.start('sweepStorage', { ...NOBODY, workflowId: 'one' });
  const execution = { workflowId: 'one', runId: handle.firstExecutionRunId };
  await untilClosed(client, execution, 100);
  expect((await handle.describe()).status.name).toBe('RUNNING');

  const isOver = vi.fn();
  const waited = untilClosed(client, execution, 200_000).then(isOver);
  await handle.describe();
  expect(isOver).not.toHaveBeenCalled();
  await handle.terminate('a test');
  await waited;
  expect((await handle.describe()).status.name).toBe('TERMINATED');
  await untilClosed(client, { workflowId: 'other', runId: execution.runId }, 200_000);
});
