// The exports of the package crawlchain-api-client: everything that another program needs to call the HTTP API.
export { answerOf, ApiProblem } from './answer-of.ts';
export { isAnswered, newIdempotencyKey } from './change-headers.ts';
export { createApiClient, type ApiClient, type Schemas } from './create-api-client.ts';
