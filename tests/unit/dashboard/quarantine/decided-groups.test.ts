import { expect, test } from 'vitest';
import { groupDecided, idsDecided, type Outcome } from '../../../../dashboard/quarantine/decided-groups.ts';

function outcome(id: number, change: Partial<Outcome> & { store?: number } = {}): Outcome {
  const { store = 1, ...rest } = change;
  const payload = {
    id,
    dispensary_id: store,
    dispensary_name: `Store ${store}`,
    fetched_at: '2026-03-01T12:00:00.000Z',
    earlier_waiting: [],
    suspicion: null,
    current_payload_id: null,
    current_payload_fetched_at: null,
  };
  return {
    payload,
    decision: 'reject',
    reason: 'cut',
    taskId: null,
    before: null,
    settled: [],
    error: null,
    ...rest,
  };
}

test('payloads of a store that were decided alike are named together, the newest first, with what was settled by them', () => {
  const outcomes = [
    outcome(52),
    outcome(55),
    outcome(57),
    outcome(60, { store: 2, error: new Error('It is rejected.') }),
    outcome(63, {
      store: 2,
      decision: 'confirm',
      taskId: 'refresh~63~1',
      settled: [
        { id: 62, verdict: 'confirmed' },
        { id: 61, verdict: 'rejected' },
      ],
    }),
  ];
  expect(groupDecided(outcomes)).toMatchObject([
    { store: 'Store 1', verdict: 'rejected', ids: [57, 55, 52], tasks: [] },
    {
      store: 'Store 2',
      verdict: 'confirmed',
      ids: [63, 62],
      tasks: [{ payload: 63, id: 'refresh~63~1' }],
    },
    { store: 'Store 2', verdict: 'rejected', ids: [61] },
  ]);
  expect(idsDecided(outcomes)).toEqual(new Set([52, 55, 57, 61, 62, 63]));
});

test('one that was confirmed before is named with who did it, and has no task', () => {
  const before = { by: 'Ada (local)', at: '2026-03-01T12:00:00.000Z' };
  expect(groupDecided([outcome(52, { decision: 'confirm', before })])).toMatchObject([
    { verdict: 'confirmed', ids: [52], tasks: [], before: [{ payload: 52, ...before }] },
  ]);
});
