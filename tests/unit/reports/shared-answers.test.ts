import { expect, test } from 'vitest';
import { createSharedAnswers } from '../../../reports/shared-answers.ts';

test('who asks the same is answered once, who asks something else anew', async () => {
  const asked: object[] = [];
  const ask = createSharedAnswers((question: object) => Promise.resolve(asked.push(question)), 60_000);
  expect(await Promise.all([ask({ a: 1 }), ask({ a: 1 }), ask({ a: 2 })])).toEqual([1, 1, 2]);
  expect(await ask({ a: 1 })).toBe(1);
});

test('an answer that is not kept is found anew', async () => {
  let times = 0;
  const ask = createSharedAnswers(() => Promise.resolve((times += 1)), 0);
  expect([await ask('x'), await ask('x')]).toEqual([1, 2]);
});

test('a failure is not kept', async () => {
  let times = 0;
  const ask = createSharedAnswers(async () => {
    times += 1;
    if (times === 1) throw new Error('once');
    return times;
  }, 60_000);
  await expect(ask('x')).rejects.toThrow('once');
  expect(await ask('x')).toBe(2);
});

test('of many questions the oldest are forgotten', async () => {
  let times = 0;
  const ask = createSharedAnswers((question: number) => Promise.resolve(question + (times += 1)), 60_000);
  for (let question = 0; question <= 200; question += 1) await ask(question);
  await ask(200);
  expect(times).toBe(201);
  await ask(0);
  expect(times).toBe(202);
});
