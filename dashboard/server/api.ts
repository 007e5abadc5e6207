import { createApiClient } from '../../api-client/create-api-client.ts';

/** How long the page waits for an answer, in milliseconds; without this limit a hung API would block the page for ever. */
const ANSWER_MS_MAX = 15_000;

/** The client of the API that served this page; sends the session cookie. Reads time out after 15 seconds, changes do not. */
export const api = createApiClient({
  url: '/',
  key: null,
  fetch: (request) =>
    fetch(
      request.method === 'GET'
        ? new Request(request, {
            signal: AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
          })
        : request,
    ),
});
