import { expect, test } from 'vitest';
import { readTaskOutcome } from '../../../reports/task-outcome.ts';
import { describeRun } from '../../../temporal-client/steer-tasks.ts';
import { quietRuntime } from '../../support/quiet-runtime.ts';
import { end } from '../../support/ending-workflow.ts';
import { serveEnding, startEnding } from '../../support/serve-ending.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

quietRuntime();

test('the result is read of a run that closed after Temporal described it as open', async () => {
  const world = await createTestNamespace();
  const { client } = world;
  await serveEnding(world);
  const handle = await startEnding(client, 'one');
  const execution = { workflowId: 'one', runId: handle.firstExecutionRunId };
  const described = await describeRun(client, execution);
  expect(described?.look.state).not.toBe('closed');
  await handle.signal(end, 'completed');
  await handle.result();
  expect(await readTaskOutcome(client, { described, task: { status: 'completed' } })).toEqual({
    progress: null,
    outcome: { ended: 'completed' },
  });
});
