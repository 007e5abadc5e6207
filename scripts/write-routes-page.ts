import { readApi } from './write-api-types.ts';

interface Operation {
  tags?: string[];
  summary?: string;
  'x-required-scope'?: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Generates the list of the API's routes, by the tags of its document. */
export function writeRoutesPage(): string {
  const rows = new Map<string, string[]>();
  for (const [path, item] of Object.entries(readApi().paths ?? {}))
    for (const method of METHODS) {
      const operation = (item as Partial<Record<string, Operation>>)[method];
      if (operation === undefined) continue;
      const tag = operation.tags?.[0] ?? 'Others';
      rows.set(tag, [...(rows.get(tag) ?? []), rowOf(`${method.toUpperCase()} ${path}`, operation)]);
    }
  return `# Routes of the API

Every route with the scope that its key needs. Made from the OpenAPI document by \`node scripts/check-docs.ts --write\`; \`/reference\` of a
running API has all parameters and fields. What holds for all routes: [API](api.md).

${[...rows].map(([tag, of]) => section(tag, of)).join('\n')}`;
}

function rowOf(route: string, { summary = '', ...operation }: Operation): string {
  return `| \`${route}\` | ${operation['x-required-scope'] ?? 'none'} | ${summary} |`;
}

function section(tag: string, rows: readonly string[]): string {
  return `## ${tag}

| route | scope | what |
| --- | --- | --- |
${rows.join('\n')}
`;
}
