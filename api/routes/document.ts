import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Api } from '../api-env.ts';
import { describeApi } from '../describe-api.ts';

const UI_FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** What the reference page loads, by name; nothing else of that folder is served. */
const UI_FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Crawlchain API</title>
    <link rel="stylesheet" href="/reference/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/reference/swagger-ui-bundle.js"></script>
    <script src="/reference/show.js"></script>
  </body>
</html>
`;

const SHOW = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, filter: true });\n`;

/** The OpenAPI document of all routes, and a page that shows it. */
export function addDocumentRoutes(api: Api): void {
  let document: string | null = null;
  api.get('/openapi.json', (c) => {
    document ??= JSON.stringify(describeApi(api));
    return c.body(document, 200, { 'Content-Type': 'application/json' });
  });
  api.get('/reference', (c) => c.html(PAGE));
  api.get('/reference/show.js', (c) =>
    c.body(SHOW, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  api.get('/reference/:file', async (c) => {
    const type = UI_FILES[c.req.param('file')];
    if (type === undefined) return c.notFound();
    const file = await readFile(join(UI_FOLDER, c.req.param('file')));
    return c.body(file, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' });
  });
}
