import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Api } from '../api-env.ts';
import { requireScope } from '../authenticate.ts';
import { describeApi } from '../describe-api.ts';
import { PAGE, SHOW } from '../reference-page.ts';

const UI_FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The files that the reference page loads; nothing else of that folder is served. */
const UI_FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** Adds the OpenAPI document and a page that shows it. The page is public; the document takes a key. */
export function addDocumentRoutes(api: Api): void {
  let document: string | null = null;
  api.get('/openapi.json', requireScope('read'), (c) => {
    document ??= JSON.stringify(describeApi(api));
    return c.body(document, 200, { 'Content-Type': 'application/json' });
  });
  // The first path that people try when they only know the host.
  api.get('/api', (c) => c.redirect('/reference'));
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
