import openapiTS, { astToString } from 'openapi-typescript';
import { createApi } from '../api/create-api.ts';
import { describeApi } from '../api/describe-api.ts';
import { readEnvironment } from '../config/environment.ts';

/** What the dashboard asks; the types of other paths would only make it slower to check. */
const ASKED = [
  '/api/session',
  '/api/overview',
  '/api/tasks',
  '/api/tasks/counts',
  '/api/tasks/{id}',
  '/api/tasks/generate/resync',
  '/api/tasks/recover-stale',
  '/api/jobs',
  '/api/job-counts',
  '/api/dispensaries',
  '/api/jobs/{id}',
  '/api/bulk-actions',
  '/api/bulk-actions/{id}',
  '/api/bulk-actions/{id}/cancel',
  '/api/worker-registry',
  '/api/worker-registry/pods',
  '/api/worker-registry/{id}/decommission',
  '/api/workers/k8s/replicas',
  '/api/workers/k8s/scale',
  '/api/payloads/quarantine',
  '/api/payloads/{id}',
  '/api/payloads/{id}/decision',
  '/api/payloads/{id}/misses',
  '/api/payloads/store/{dispensaryId}/diff',
];

/** Fields of listed tasks and jobs that take few values: a search suggests these. */
const SUGGESTED = { ListedTask: ['role', 'platform', 'status'], Job: ['status'] };

type Schemas = NonNullable<NonNullable<ReturnType<typeof describeApi>['components']>['schemas']>;

/** The types of the API, as its OpenAPI document has them, for the dashboard. */
export async function writeDashboardTypes(): Promise<string> {
  const { paths = {}, ...document } = describeApi(undeliveredApi());
  const asked = Object.fromEntries(ASKED.map((path) => [path, paths[path]]));
  const missing = ASKED.filter((path) => asked[path] === undefined);
  if (missing.length > 0) throw new Error(`The API has no ${missing.join(', ')}.`);
  const { schemas = {}, ...others } = document.components ?? {};
  const components = { ...others, schemas: referredTo(schemas, JSON.stringify(asked)) };
  const types = astToString(await openapiTS({ ...document, paths: asked, components } as never));
  const valuesOf = (name: keyof typeof SUGGESTED) => JSON.stringify(fewValues(schemas, name), null, 2);
  return `// Made from the OpenAPI document by \`node scripts/check-docs.ts --write\`.

${types}
/** What fields of a listed task may be, in the order of the document. */
export const TASK_VALUES = ${valuesOf('ListedTask')} as const;

/** The same of a job. */
export const JOB_VALUES = ${valuesOf('Job')} as const;
`;
}

function fewValues(schemas: Schemas, name: keyof typeof SUGGESTED) {
  const listed = schemas[name];
  const fields = listed !== undefined && 'properties' in listed ? listed.properties : {};
  return Object.fromEntries(
    SUGGESTED[name].map((field) => {
      const known = fields?.[field];
      if (known === undefined || !('enum' in known)) throw new Error(`${field} takes no few values.`);
      return [field, known.enum?.filter((value) => value !== null)];
    }),
  );
}

/** The schemas that a text refers to, and those that these refer to. */
function referredTo(schemas: object, text: string): object {
  const known = new Map(Object.entries(schemas));
  const reached = new Map<string, unknown>();
  const waiting = [text];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const [, name = ''] of next.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (reached.has(name)) continue;
      reached.set(name, known.get(name));
      waiting.push(JSON.stringify(known.get(name)));
    }
  return Object.fromEntries(reached);
}

/** Its routes are read, and none is called: it needs no servers. */
function undeliveredApi() {
  const nothing = {} as never;
  return createApi(
    {
      environment: readEnvironment({}),
      db: nothing,
      listenUrl: '',
      bell: nothing,
      client: nothing,
      log: nothing,
      jobTypes: new Map() as never,
    },
    { keys: nothing, isLoopback: true },
  );
}
