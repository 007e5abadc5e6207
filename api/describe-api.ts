import type { Api } from './api-env.ts';

const ABOUT = `Crawls dispensary menus durably. Lists come in pages: \`next_cursor\` of one is \`cursor\` of the next, with the
same filters. Lists are JSON, CSV or newline-delimited JSON, as \`Accept\` asks. What starts work takes an
\`Idempotency-Key\`: a request that is repeated with it starts nothing twice. \`X-Reason\` says in the audit why something was done.`;

/** The OpenAPI 3.1 document of all routes. */
export function describeApi(api: Api) {
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, as `crawlchain keys create` prints it.',
  });
  api.openAPIRegistry.registerComponent('securitySchemes', 'header', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
  });
  return api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Crawlchain',
      version: '1',
      description: ABOUT,
      license: { name: 'Proprietary', url: 'https://spdx.org/licenses/LicenseRef-Proprietary.html' },
    },
    servers: [{ url: '/' }],
  });
}
