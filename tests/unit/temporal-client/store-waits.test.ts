import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { wakeWaiter } from '../../../temporal-client/store-waits.ts';

const PERMISSION_DENIED = 7;
const UNAVAILABLE = 14;

const grpcError = (code: number) =>
  Object.assign(new Error(`code ${code}`), { code, details: 'no', metadata: {} });

/** Wakes a waiting task whose signal fails with `error`. @returns the result, and the reported refusals */
async function wake(error: Error): Promise<{ result: unknown; refused: unknown[] }> {
  const refused: unknown[] = [];
  const workflow = { getHandle: () => ({ signal: () => Promise.reject(error) }) };
  const result = await wakeWaiter({ workflow } as unknown as Client, 'refresh/1', (reason) =>
    refused.push(reason),
  ).catch((reason: unknown) => reason);
  return { result, refused };
}

test('a signal that the server refuses does not fail the task that has ended', async () => {
  const error = grpcError(PERMISSION_DENIED);
  expect(await wake(error)).toEqual({ result: true, refused: [error] });
});

test('a signal is tried again where the server is away', async () => {
  const error = grpcError(UNAVAILABLE);
  expect(await wake(error)).toEqual({ result: error, refused: [] });
});

test('a task that is over is passed by', async () => {
  const gone = new WorkflowNotFoundError('gone', 'refresh/1', undefined);
  expect(await wake(gone)).toEqual({ result: false, refused: [] });
});
