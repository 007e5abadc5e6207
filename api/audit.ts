import type { Context, MiddlewareHandler } from 'hono';
import { closeAudit, openAudit } from '../db/queries/api-audit.ts';
import { scrubWords } from '../domain/credentials.ts';
import { REASON_CHARACTERS_MAX } from '../domain/audit-outcome.ts';
import { storable } from '../domain/storable-text.ts';
import type { ApiEnv, ApiTools } from './api-env.ts';
import { bodyForAudit } from './body-for-audit.ts';
import { readReason } from './reason.ts';
import { isCredentialPath } from './secret-fields.ts';

/** Where browsers sign in and out. */
export const SESSION_PATH = '/api/session';

/** This route's body is a list, so `dry_run` is in the query. */
const LIST_PATH = '/api/proxies/import';

/** Request bodies of these paths consist of credentials, in any format. */
const SECRET_PATHS: readonly string[] = ['/api/proxies', LIST_PATH];

/**
 * Requests to these paths with `dry_run` in the body only count or check, and are not audited. Every other path is audited whatever its
 * body says.
 */
const DRY_RUN_PATHS: readonly string[] = [
  '/api/bulk-actions',
  '/api/workers/k8s/scale',
  '/api/tasks/recover-stale',
  '/api/tasks/migration/disable-old-schedules',
  '/api/tasks/migration/cancel-pending-crawl-jobs',
  '/api/tasks/migration/create-resync-tasks',
  '/api/tasks/migration/full-migrate',
];

/**
 * Before a request that changes something runs, records the caller, the request, and the reason from `X-Reason` or the body. A request that
 * cannot be recorded does not run. Reads, dry runs and unauthenticated requests are not recorded.
 */
export function audit({ db, log, bell }: ApiTools): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const actor = c.get('actor');
    if (actor === null || ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return next();
    // The sign-in route records which key was used.
    if (c.req.path === SESSION_PATH && c.req.method === 'POST') return next();
    const body = bodyOf(c, await c.req.text());
    if (isDryRun(c, body)) return next();
    const id = await openAudit(db, {
      requestId: c.get('requestId'),
      actor: actor.id,
      actorName: actor.name,
      address: c.get('address'),
      method: c.req.method,
      path: storable(scrubWords(c.req.path)),
      reason: readReason(c) ?? reasonIn(body),
      body,
    });
    await next();
    // The work is done, so the caller gets the response even if the row cannot be closed.
    await closeAudit(db, id, { status: c.res.status, summary: summaryOf(c) }).catch((error: unknown) =>
      log.warn({ err: error, audit: id }, 'the audit was not closed'),
    );
    bell.ring();
  };
}

function isDryRun(c: Context<ApiEnv>, body: unknown): boolean {
  if (c.req.path === LIST_PATH) return c.req.query('dry_run') === 'true';
  if (!DRY_RUN_PATHS.includes(c.req.path) || typeof body !== 'object' || body === null) return false;
  return 'dry_run' in body && body.dry_run === true;
}

function summaryOf(c: Context<ApiEnv>): string | null {
  const summary = c.get('auditSummary');
  return summary === undefined ? null : storable(scrubWords(summary));
}

/** Reads the reason from a body: `reason` for a decision about a payload, `note` for the pause of a schedule. */
function reasonIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { reason, note } = body as { reason?: unknown; note?: unknown };
  const said = reason ?? note;
  return typeof said === 'string' && said !== '' ? said.slice(0, REASON_CHARACTERS_MAX) : null;
}

/**
 * Returns a body as it is recorded. A body that is not JSON or consists of credentials is recorded by its length only: lists of proxies
 * contain passwords. Of a stored credential only its path is recorded, which has its name.
 */
function bodyOf(c: Context<ApiEnv>, text: string): unknown {
  if (text === '' || isCredentialPath(c.req.path)) return undefined;
  const isJson = /^application\/json\b/i.test(c.req.header('Content-Type') ?? '');
  const kept = isJson && !SECRET_PATHS.includes(c.req.path) ? bodyForAudit(text) : null;
  return kept === null ? { characters: text.length } : kept.body;
}
