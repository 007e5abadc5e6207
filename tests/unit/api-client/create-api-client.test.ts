import { expect, test } from 'vitest';
import { createApiClient } from '../../../api-client/create-api-client.ts';

test('the key and the reason go with each request, and neither where there is none', async () => {
  const sent: Request[] = [];
  const fetch = (request: Request) => {
    sent.push(request);
    return Promise.resolve(Response.json({}));
  };
  const url = 'http://crawlchain.example';
  await createApiClient({ url, key: 'a key', reason: 'café', fetch }).GET('/healthz');
  await createApiClient({ url, key: null, fetch }).GET('/healthz');
  const shown = sent.map(({ headers }) => [headers.get('authorization'), headers.get('x-reason')]);
  expect(shown).toEqual([
    ['Bearer a key', "UTF-8''caf%C3%A9"],
    [null, null],
  ]);
});
