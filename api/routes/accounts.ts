import { createRoute, z } from '@hono/zod-openapi';
import { deleteAccountIdentity, listAccounts } from '../../db/queries/account-identities.ts';
import { withoutUndefined } from '../../domain/without-undefined.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import { readPage } from '../read-page.ts';
import { guarded, jsonBody, list, operation, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import { accountNameSchema, accountSchema, toAccount } from '../schemas/accounts.ts';
import { jobWord } from '../schemas/jobs.ts';
import { sendList } from '../send-list.ts';

const tag = 'Accounts';

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/accounts', 'listAccounts', tag),
  summary: 'The accounts of jobs, with the proxy and browser profile that each keeps',
  request: {
    query: z.strictObject({
      ...PAGE_PARAMETERS,
      platform: jobWord.optional().openapi({ description: 'Only accounts of this platform.' }),
      account: jobWord.optional().openapi({ description: 'Only accounts of this name.' }),
    }),
  },
  responses: { 200: list(accountSchema, 'One page, by platform and name.'), ...problems('bad-cursor') },
});

const resetRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/accounts/reset', 'resetAccount', tag),
  summary: 'Delete the cookies and the pinned proxy of an account; its next session gets new ones',
  request: { body: jsonBody(accountNameSchema) },
  responses: { 204: { description: 'They were deleted.' }, ...problems('not-found', 'not-json') },
});

/** Adds the routes of the accounts of jobs. */
export function addAccountRoutes(api: Api, { db }: ApiTools): void {
  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query');
    const page = await readPage(
      { limit, cursor, filter },
      (wanted) => listAccounts(db, withoutUndefined(filter), wanted),
      toAccount,
    );
    return sendList(c, accountSchema, page);
  });
  api.openapi(resetRoute, async (c) => {
    const { platform, account } = c.req.valid('json');
    if (!(await deleteAccountIdentity(db, { platform: platform ?? '', account })))
      throw new Problem(
        'not-found',
        `The account ${account} of ${platform ?? 'no platform'} keeps no identity.`,
      );
    return c.body(null, 204);
  });
}
