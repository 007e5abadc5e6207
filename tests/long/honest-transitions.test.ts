import { expect, it } from 'vitest';
import { EVENT_KINDS } from '../../sandbox/world/events/event-kinds.ts';
import { honestTransitions } from '../../sandbox/world/events/honest-transitions.ts';

it('are the same for the same seed, and others for another', () => {
  const [one, other, third] = [1, 1, 2].map((seed) => [...honestTransitions({ seed, count: 20 })]);
  expect(one).toHaveLength(20);
  expect(one).toEqual(other);
  expect(one).not.toEqual(third);
});

it('follow one another: a menu of before is the menu after the step before, or that of a new store', () => {
  const steps = [...honestTransitions({ seed: 3, count: 24 })];
  steps.forEach(({ before, after, begun, ended }, at) => {
    expect(after.pass).toBe(before.pass + 1);
    expect(begun.length + ended.length).toBeLessThanOrEqual(1);
    expect(at % 8 === 0 || before === steps[at - 1]!.after).toBe(true);
    // In each pass, the products have the id that the store has in that pass.
    for (const { profile, entries } of [before, after])
      expect(entries.every(({ record }) => record['DispensaryID'] === profile.platformId)).toBe(true);
  });
});

it('have every kind of event, ordinary ones more often, with shops of all sizes, and steps without an event', () => {
  const begun = new Map<string, number>();
  const sizes: number[] = [];
  let [quiet, ended, count] = [0, 0, 0];
  for (const step of honestTransitions({ seed: 5, count: 1500 })) {
    count += 1;
    for (const kind of step.begun) begun.set(kind, (begun.get(kind) ?? 0) + 1);
    ended += step.ended.length;
    if (step.begun.length + step.ended.length === 0) quiet += 1;
    if (step.lasting.length + step.begun.length === 0) sizes.push(step.before.entries.length);
  }
  expect([...begun.keys()].toSorted()).toEqual(EVENT_KINDS.map(({ name }) => name).toSorted());
  const timesOf = (frequency: string) =>
    EVENT_KINDS.filter((kind) => kind.frequency === frequency && !kind.needs).map(({ name }) =>
      begun.get(name)!,
    );
  expect(Math.min(...timesOf('ordinary'))).toBeGreaterThan(Math.max(...timesOf('rare')));
  expect(quiet / count).toBeGreaterThan(0.4);
  expect(ended).toBeGreaterThan(50);
  expect(Math.min(...sizes)).toBeLessThan(20);
  expect(Math.max(...sizes)).toBeGreaterThan(300);
});

it('end only what passes in real stores', () => {
  const passing = new Set(EVENT_KINDS.filter(({ ends }) => ends).map(({ name }) => name));
  for (const { ended } of honestTransitions({ seed: 6, count: 300 }))
    for (const kind of ended) expect(passing.has(kind)).toBe(true);
});
