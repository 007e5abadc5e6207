import { createApiClient } from '../../api-client/create-api-client.ts';

/** Calls the API that this page came from, with the cookie of the session. */
export const api = createApiClient({ url: '/', key: null });
