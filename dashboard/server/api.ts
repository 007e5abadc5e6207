import { createApiClient } from '../../api-client/create-api-client.ts';

/** The API bounds each of its readings to less; one that hangs would be waited for without an end. */
const ANSWER_MS_MAX = 15_000;

/** Calls the API that this page came from, with the cookie of the session. What only reads is given up after 15 seconds; a change is not. */
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
