import { expect, test } from 'vitest';
import { describedWork } from '../../../../reports/waiting/open-work.ts';
import { describeHolder } from '../../../../reports/waiting/describe-workers.ts';
import type { ListedWorker } from '../../../../db/queries/worker-registry.ts';
import { decisionSinceOf, temporalStateOf } from '../../../../temporal-client/temporal-state.ts';
import type { DescribedRun } from '../../../../temporal-client/steer-tasks.ts';

type Described = Parameters<typeof temporalStateOf>[0];

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const stamp = (at: Date) => ({ seconds: Math.floor(at.getTime() / 1_000), nanos: 0 });

/** Returns the open work of an attempt that a worker began a minute ago, whose last heartbeat was so many seconds ago. */
function held(heartbeatSecondsAgo: number) {
  const description = {
    status: { name: 'RUNNING' },
    raw: {
      pendingActivities: [
        {
          state: 2,
          attempt: 3,
          lastWorkerIdentity: 'worker-1',
          lastStartedTime: stamp(secondsAgo(60)),
          lastHeartbeatTime: stamp(secondsAgo(heartbeatSecondsAgo)),
          activityOptions: { heartbeatTimeout: { seconds: 30, nanos: 0 } },
        },
      ],
    },
  } as unknown as Described;
  const described = { look: temporalStateOf(description), decisionSince: decisionSinceOf(description) };
  return describedWork(described as DescribedRun);
}

const listed = (change: object = {}) =>
  [
    {
      worker_id: 'worker-1',
      friendly_name: 'Xylos',
      status: 'active',
      tuner: {},
      started_at: secondsAgo(600),
      last_heartbeat_at: secondsAgo(2),
      ...change,
    },
  ] as unknown as ListedWorker[];

test('an attempt whose heartbeats come is held up by nobody', () => {
  const { holder } = held(20);
  expect(holder).toMatchObject({ worker: 'worker-1', attempt: 3, heartbeatTimeoutMs: 30_000 });
  expect(describeHolder(holder!, listed())).toEqual([]);
  expect(describeHolder(holder!, [])).toEqual([]);
});

test('a worker that is not heard of is named, with the time at which Temporal gives up its attempt', () => {
  const TIME = String.raw`[\d-]+ [\d:]+ UTC`;
  const expected = new RegExp(
    `^a heartbeat of Xylos, which has attempt 3 and has sent none since ${TIME}; unless one comes, Temporal starts the next attempt at ${TIME}$`,
  );
  expect(describeHolder(held(28).holder!, listed())).toEqual([expect.stringMatching(expected)]);
  for (const change of [{ is_late: true }, { status: 'lost' }])
    expect(describeHolder(held(10).holder!, listed(change))).toEqual([expect.stringMatching(expected)]);
});

test('an attempt of a process that was replaced by another is said to be left over', () => {
  expect(describeHolder(held(10).holder!, listed({ started_at: secondsAgo(5) }))).toEqual([
    expect.stringMatching(
      /^the end of attempt 3: the process of Xylos that had it is gone, another began at .+; Temporal starts the next attempt at .+ UTC$/,
    ),
  ]);
});

test('a workflow that has to be decided on knows since when', () => {
  const raw = { pendingWorkflowTask: { originalScheduledTime: { seconds: 60, nanos: 0 } } };
  expect(decisionSinceOf({ raw } as unknown as Described)).toEqual(new Date(60_000));
  expect(decisionSinceOf({ raw: {} })).toBeNull();
});
