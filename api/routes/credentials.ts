import { createRoute, z } from '@hono/zod-openapi';
import { keySourceOf, preparePasswordSeal } from '../../db/prepare-password-seal.ts';
import { deleteCredential, listCredentials, setCredential } from '../../db/queries/credentials.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import { guarded, json, jsonBody, list, operation, problems } from '../route-parts.ts';
import { credentialSchema, newCredentialSchema, toCredential } from '../schemas/credentials.ts';
import { credentialName } from '../schemas/jobs.ts';
import { sendList } from '../send-list.ts';

const tag = 'Credentials';
const BY_NAME = { params: z.strictObject({ name: credentialName }) };

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/credentials', 'listCredentials', tag),
  summary: 'The credentials of jobs, without their values',
  responses: { 200: list(credentialSchema, 'The credentials, by name.'), ...problems() },
});

const setRoute = createRoute({
  ...guarded('admin'),
  ...operation('put /api/credentials/{name}', 'setCredential', tag),
  summary: 'Set a credential; one with this name is replaced',
  request: { ...BY_NAME, body: jsonBody(newCredentialSchema) },
  responses: {
    200: json(credentialSchema, 'It was replaced.'),
    201: json(credentialSchema, 'It was added.'),
    ...problems('not-json', 'password-key-missing'),
  },
});

const deleteRoute = createRoute({
  ...guarded('admin'),
  ...operation('delete /api/credentials/{name}', 'deleteCredential', tag),
  summary: 'Delete a credential; jobs that ask for it fail',
  request: BY_NAME,
  responses: { 204: { description: 'It was deleted.' }, ...problems('not-found') },
});

/** Adds the routes of credentials, whose values no answer has. */
export function addCredentialRoutes(api: Api, { db, environment }: ApiTools): void {
  api.openapi(listRoute, async (c) =>
    sendList(c, credentialSchema, {
      items: (await listCredentials(db)).map(toCredential),
      next_cursor: null,
    }),
  );
  api.openapi(setRoute, async (c) => {
    const { name } = c.req.valid('param');
    const seal = await preparePasswordSeal(db, keySourceOf(environment));
    const setBy = c.get('actor')?.name ?? null;
    const saved = await setCredential(db, seal, { name, ...c.req.valid('json'), setBy });
    return saved.isNew ? c.json(toCredential(saved), 201) : c.json(toCredential(saved), 200);
  });
  api.openapi(deleteRoute, async (c) => {
    const { name } = c.req.valid('param');
    if (!(await deleteCredential(db, name)))
      throw new Problem('not-found', `There is no credential ${name}.`);
    return c.body(null, 204);
  });
}
