import { expect, test } from 'vitest';
import type { ListedRun } from '../../../../dashboard/server/api-client.ts';
import { chunksOf, findTask, isTaskId, workflowOf } from '../../../../dashboard/workers/task-ids.ts';
import { taskId } from '../../../../temporal-config/workflow-ids.ts';

const RUN = '0199c6f2-0000-7000-8000-000000000001';
const OTHER = '0199c6f2-0000-7000-8000-000000000002';

test('an id of a task names its workflow; what workers elsewhere call a task stands for itself', () => {
  for (const workflow of ['crawl/12', 'discover/stores of Ünïque']) {
    const id = taskId(workflow, RUN);
    expect([isTaskId(id), workflowOf(id)]).toEqual([true, workflow]);
  }
  expect([isTaskId('456'), workflowOf('456')]).toEqual([false, '456']);
});

test('a task is found by its id, and by another attempt of its workflow', () => {
  const task = { id: taskId('crawl/12', RUN), workflow_id: 'crawl/12' } as ListedRun;
  const tasks = new Map([
    [task.id, task],
    [task.workflow_id, task],
  ]);
  expect(findTask(tasks, task.id)).toBe(task);
  expect(findTask(tasks, taskId('crawl/12', OTHER))).toBe(task);
  expect(findTask(tasks, taskId('crawl/13', RUN))).toBe(undefined);
  expect(findTask(tasks, 'crawl/12')).toBe(undefined);
});

test('ids are asked for a hundred at a time', () => {
  const ids = Array.from({ length: 250 }, (_, place) => String(place));
  expect(chunksOf(ids).map(({ length }) => length)).toEqual([100, 100, 50]);
  expect([chunksOf(ids).flat(), chunksOf([])]).toEqual([ids, []]);
});
