import { createRoute, z } from '@hono/zod-openapi';
import { listAudit } from '../../db/queries/api-audit.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { guarded, list, operation, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import { auditEntrySchema, toAuditEntry } from '../schemas/audit.ts';
import { plainText } from '../schemas/plain-text.ts';
import { sendList } from '../send-list.ts';

const listRoute = createRoute({
  ...guarded('admin'),
  ...operation('get /api/audit', 'listAudit', 'Audit'),
  summary: 'Who did what, when and why: the newest first',
  request: {
    query: z.strictObject({
      actor: plainText({ least: 0, most: 400 })
        .optional()
        .openapi({ description: 'The caller: the id of a key, `local`, or `command:user@machine`.' }),
      ...PAGE_PARAMETERS,
    }),
  },
  responses: { 200: list(auditEntrySchema, 'One page.'), ...problems('bad-cursor') },
});

/** Adds the list of what callers did through the API and the command. */
export function addAuditRoutes(api: Api, { db }: ApiTools): void {
  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query');
    const before = readCursor(cursor, z.int(), filter);
    // One extra row tells whether there are more.
    const found = await listAudit(db, { actor: filter.actor ?? null, before, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return sendList(c, auditEntrySchema, {
      items: rows.map(toAuditEntry),
      next_cursor: last === undefined ? null : writeCursor(last.id, filter),
    });
  });
}
