import type { Context, ValidationTargets } from 'hono';
import { routePath } from 'hono/route';
import type { Api } from './api-env.ts';
import type { WrongField } from './problem.ts';
import type { Shape } from './shape.ts';

const PARTS: Record<keyof ValidationTargets, WrongField['in']> = {
  json: 'body',
  form: 'body',
  query: 'query',
  param: 'path',
  header: 'header',
  cookie: 'header',
};

interface Operation {
  parameters?: { name: string; in: string; schema: Shape }[];
  requestBody?: { content: Record<string, { schema: Shape }> };
}

interface Document {
  paths?: Record<string, Partial<Record<string, Operation>>>;
  components?: { schemas?: Record<string, Shape> };
}

export interface AcceptedPart {
  in: WrongField['in'];
  shape: Shape | undefined;
  named: Record<string, Shape>;
}

/**
 * What the document says that the route of a request takes in one of its parts. The document is made at the first
 * question, when all routes are there.
 */
export function createAcceptedShapes(
  api: Api,
): (c: Context, target: keyof ValidationTargets) => AcceptedPart {
  let made: Document | null = null;
  return (c, target) => {
    made ??= documentOf(api);
    const path = routePath(c).replaceAll(/:(\w+)/g, '{$1}');
    const method = c.req.method === 'HEAD' ? 'get' : c.req.method.toLowerCase();
    const operation = made.paths?.[path]?.[method];
    const part = PARTS[target];
    return { in: part, shape: shapeOf(operation, part), named: made.components?.schemas ?? {} };
  };
}

/** Its types are wider than what our routes are made of. */
function documentOf(api: Api): Document {
  return api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: '', version: '' },
  }) as unknown as Document;
}

function shapeOf(operation: Operation | undefined, part: WrongField['in']): Shape | undefined {
  if (part === 'body') return operation?.requestBody?.content['application/json']?.schema;
  const parameters = (operation?.parameters ?? []).filter((one) => one.in === part);
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  };
}
