import { expect, test } from 'vitest';
import { inSnakeCase } from '../../../cli/in-snake-case.ts';

test('fields are named in snake_case at every depth; values, times and other names stay', () => {
  const at = new Date(0);
  expect(
    inSnakeCase({ isNew: true, lastRun: [{ workflowId: 'crawlDue', at }], by_role: { 'a/bC': null } }),
  ).toEqual({ is_new: true, last_run: [{ workflow_id: 'crawlDue', at }], by_role: { 'a/bC': null } });
});
