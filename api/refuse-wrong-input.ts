import type { z } from '@hono/zod-openapi';
import type { Context, ValidationTargets } from 'hono';
import { routePath } from 'hono/route';
import type { Api } from './api-env.ts';
import { Problem, type WrongField } from './problem.ts';
import { isCredentialPath } from './secret-fields.ts';
import { wrongFields } from './wrong-fields.ts';

const PARTS: Record<keyof ValidationTargets, WrongField['in']> = {
  json: 'body',
  form: 'body',
  query: 'query',
  param: 'path',
  header: 'header',
  cookie: 'header',
};

/**
 * Refuses a part of a request that its route does not accept. The library does not pass the route's schema, so this function looks the
 * schema up.
 * @throws Problem `bad-input`
 */
export function refuseWrongInput(api: Api, c: Context, refused: { target: keyof ValidationTargets }): never {
  const part = PARTS[refused.target];
  // The library's type lacks the given data.
  const { data } = refused as { data?: unknown };
  const isSecret = part === 'body' && isCredentialPath(c.req.path);
  const errors = wrongFields({ in: part, schema: schemaOf(api, c, part), data, isSecret });
  throw new Problem('bad-input', errors.map(({ detail }) => detail).join(' '), { errors });
}

function schemaOf(api: Api, c: Context, part: WrongField['in']): z.ZodType {
  const path = routePath(c).replaceAll(/:(\w+)/g, '{$1}');
  const method = c.req.method === 'HEAD' ? 'get' : c.req.method.toLowerCase();
  const [request] = api.openAPIRegistry.definitions.flatMap((one) =>
    one.type === 'route' && one.route.path === path && one.route.method === method ? [one.route.request] : [],
  );
  const { params, query, headers, body } = request ?? {};
  const json = body?.content['application/json'] as { schema: z.ZodType } | undefined;
  return { path: params, query, header: headers, body: json?.schema }[part] as z.ZodType;
}
