import { Client, Connection, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import { expect, test } from 'vitest';
import { asOneAnswer, callTemporal, TemporalUnavailable } from '../../../temporal-client/call-temporal.ts';
import { openLink } from '../../support/server-link.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

test('all questions of one answer have five seconds in all, and none is asked after them', async () => {
  const { namespace, address } = await createTestNamespace();
  const link = await openLink(address);
  const client = new Client({ connection: await Connection.connect({ address: link.address }), namespace });
  const count = () => callTemporal(client, () => client.workflow.count());
  await asOneAnswer(count);
  link.holdAnswers();
  const began = performance.now();
  let requested = 0;
  await asOneAnswer(async () => {
    await expect(count()).rejects.toThrow(TemporalUnavailable);
    const next = callTemporal(client, () => Promise.resolve((requested += 1)));
    await expect(next).rejects.toThrow('Temporal did not answer within 5 s');
  });
  expect(requested).toBe(0);
  expect(performance.now() - began).toBeGreaterThan(4_500);
  // The next answer does not remember that Temporal was unavailable, and sends a new request.
  await asOneAnswer(() => callTemporal(client, () => Promise.resolve((requested += 1))));
  expect(requested).toBe(1);
});

test('an update that no worker answers in time is no answer', async () => {
  const { client } = await createTestNamespace();
  const late = () => Promise.reject(new WorkflowUpdateRPCTimeoutOrCancelledError('late'));
  await expect(callTemporal(client, late)).rejects.toThrow(TemporalUnavailable);
});
