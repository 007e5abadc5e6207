import type { Client } from '@temporalio/client';
import { expect, test, vi } from 'vitest';
import type { WorkerFacts } from '../../../db/queries/worker-registry.ts';
import { WORKFLOW_QUEUE } from '../../../temporal-config/task-queues.ts';
import { announce } from '../../../workers/announce.ts';

const facts = { queues: [{ queue: WORKFLOW_QUEUE }] } as unknown as WorkerFacts;

/** Announces a worker of a version, which stops in the given turn of the question whether Temporal knows it. */
async function announceVersion({ stopsAt = Infinity, answer }: { stopsAt?: number; answer: () => unknown }) {
  const log = { info: vi.fn(), warn: vi.fn() };
  let questions = 0;
  const describeWorkerDeploymentVersion = async () => {
    questions += 1;
    return answer();
  };
  const client = { options: {}, workflowService: { describeWorkerDeploymentVersion } } as unknown as Client;
  const getState = () => (questions >= stopsAt ? 'STOPPING' : 'RUNNING');
  await announce({ client, workers: [{ getState }], facts, buildId: 'one', log: log as never });
  return { served: log.info.mock.calls.map(([, text]) => text as string), warnings: log.warn.mock.calls };
}

const fails = (code: number) => () => {
  throw Object.assign(new Error('no'), { code, details: '', metadata: {} });
};

test('a worker of a version serves once Temporal knows the version', async () => {
  expect(await announceVersion({ answer: () => ({}) })).toEqual({ served: ['serving'], warnings: [] });
});

test('a worker serves even if Temporal does not say whether it knows the version', async () => {
  const { served, warnings } = await announceVersion({ answer: fails(12) });
  expect(served).toEqual(['serving']);
  expect(warnings).toHaveLength(1);
});

test.each([
  ['is told to', fails(5)],
  ['fails, and closes its connection', fails(1)],
])('a worker that stops while it waits does not say that it serves: it %s', async (_, answer) => {
  expect(await announceVersion({ stopsAt: 1, answer })).toEqual({ served: [], warnings: [] });
});
