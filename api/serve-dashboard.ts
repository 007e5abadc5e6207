import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ApiEnv } from './api-env.ts';

/** The output folder of `npm run build:dashboard`. */
const BUILT = fileURLToPath(new URL('../dist/dashboard/', import.meta.url));

/** No inline script or style, and nothing from other origins. */
const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Addresses of the replaced systems' pages. */
const MOVED: Readonly<Record<string, string>> = {
  '/admin': '/',
  '/admin/tasks': '/tasks',
  '/admin/workers': '/workers',
};

/** The paths of the dashboard's pages. */
const PAGES = /^\/((tasks|jobs)(\/[^/]+)?|workers|proxies|platforms|quarantine|dispensaries\/[^/]+)?$/;

/** The paths of other routes. They never get a page of the dashboard, whatever `Accept` says. */
const OTHERS = /^\/(api|img|reference|openapi\.json|metrics|healthz|readyz)(\/|$)/;

const NOT_BUILT =
  'The dashboard is not built. `npm start` and `npm run api` build it by themselves, and `npm run build:dashboard` does it by hand. The API is at /api, and /reference shows it.\n';

interface BuiltFile {
  type: string;
  bytes: Buffer<ArrayBuffer>;
  zipped: Buffer<ArrayBuffer>;
}

/**
 * Serves the dashboard before any database access, so that it loads while the database is away. The dashboard gets its data from the API.
 * @param folder default: the build's output folder
 */
export function serveDashboard(folder = BUILT): MiddlewareHandler<ApiEnv> {
  let read: Promise<Map<string, BuiltFile>> | null = null;
  const headers = secureHeaders({
    contentSecurityPolicy: POLICY,
    xFrameOptions: 'DENY',
    referrerPolicy: 'no-referrer',
  });
  return async (c, next) => {
    if (!['GET', 'HEAD'].includes(c.req.method) || OTHERS.test(c.req.path)) return next();
    const path = c.req.path.length > 1 ? c.req.path.replace(/\/$/, '') : c.req.path;
    const moved = MOVED[path];
    if (moved !== undefined) return c.redirect(moved, 302);
    // The dashboard may be built while the API runs.
    if (read === null && existsSync(join(folder, 'index.html'))) read = readFiles(folder);
    const files = await read;
    const file = files?.get(path);
    const isPage = PAGES.test(path) || (file === undefined && isForPeople(c));
    if (file === undefined && !isPage) return next();
    await headers(c, async () => {
      c.res = send(c, {
        file: file ?? files?.get('/index.html'),
        isFound: file !== undefined || PAGES.test(path),
      });
    });
    return undefined;
  };
}

/** Whether a person asks: a browser that navigates to an address accepts HTML; programs do not. */
function isForPeople(c: Context): boolean {
  return (c.req.header('Accept') ?? '').includes('text/html');
}

function send(c: Context, { file, isFound }: { file: BuiltFile | undefined; isFound: boolean }): Response {
  if (file === undefined) return c.text(NOT_BUILT, 503, { 'Cache-Control': 'no-store' });
  const isZipped = /\bgzip\b/.test(c.req.header('Accept-Encoding') ?? '');
  // The names of these files change with their content, so a browser may keep them.
  const isKept = c.req.path.startsWith('/assets/');
  return c.body(isZipped ? file.zipped : file.bytes, isFound ? 200 : 404, {
    'Content-Type': file.type,
    'Cache-Control': isKept ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding, Accept',
    ...(isZipped ? { 'Content-Encoding': 'gzip' } : {}),
  });
}

async function readFiles(folder: string): Promise<Map<string, BuiltFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined);
  const read = files.map(async ({ parentPath, name }): Promise<[string, BuiltFile]> => {
    const place = join(parentPath, name);
    const bytes = await readFile(place);
    const zipped = await promisify(gzip)(bytes);
    return [`/${place.slice(join(folder, '/').length)}`, { type: TYPES[extname(name)] ?? '', bytes, zipped }];
  });
  return new Map(await Promise.all(read));
}
