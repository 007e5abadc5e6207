import { Client, Connection } from '@temporalio/client';
import { expect, test } from 'vitest';
import { asOneAnswer, askTemporal, TemporalUnavailable } from '../../../temporal-client/ask-temporal.ts';
import { openLink } from '../../support/server-link.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

test('all questions of one answer have five seconds in all, and none is asked after them', async () => {
  const { namespace, address } = await createTestNamespace();
  const link = await openLink(address);
  const client = new Client({ connection: await Connection.connect({ address: link.address }), namespace });
  const count = () => askTemporal(client, () => client.workflow.count());
  await asOneAnswer(count);
  link.holdAnswers();
  const began = performance.now();
  let asked = 0;
  await asOneAnswer(async () => {
    await expect(count()).rejects.toThrow(TemporalUnavailable);
    const next = askTemporal(client, () => Promise.resolve((asked += 1)));
    await expect(next).rejects.toThrow('Temporal did not answer within 5 s');
  });
  expect(asked).toBe(0);
  expect(performance.now() - began).toBeGreaterThan(4_500);
  // The next response needs a new request.
  await asOneAnswer(() => askTemporal(client, () => Promise.resolve((asked += 1))));
  expect(asked).toBe(1);
});
