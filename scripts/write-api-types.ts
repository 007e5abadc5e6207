import openapiTS, { astToString } from 'openapi-typescript';
import { createApi } from '../api/create-api.ts';
import { describeApi } from '../api/describe-api.ts';
import { readEnvironment } from '../config/environment.ts';
import {
  JOB_STATUS_MEANINGS,
  TASK_STATUS_MEANINGS,
  WORKER_STATUS_MEANINGS,
} from '../domain/status-meanings.ts';
import { WORKER_ROLES } from '../temporal-config/role-queues.ts';

/** By schema, the fields that have only a few values, so that the search of tasks and jobs suggests them. */
const SUGGESTED = { ListedTask: ['platform', 'status'], Job: ['status'] };

/** The meanings of the statuses. They come from `domain/`, which a client does not import, so they are generated. */
const MEANINGS = {
  tasks: TASK_STATUS_MEANINGS,
  jobs: JOB_STATUS_MEANINGS,
  workers: WORKER_STATUS_MEANINGS,
};

type Schemas = NonNullable<NonNullable<ReturnType<typeof describeApi>['components']>['schemas']>;

const MADE = '// Made from the OpenAPI document by `node scripts/check-docs.ts --write`.';

/** Generates the types of the API from its OpenAPI document. */
export async function writeApiTypes(): Promise<string> {
  const { paths = {}, ...document } = readApi();
  const types = await openapiTS({ ...document, paths: mapValues(paths, withOneProblem) } as never);
  return `${MADE}\n\n${astToString(types)}`;
}

const PROBLEM = {
  description: 'What went wrong.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Describes all refusals of a path by one `Problem`: listing each status separately would make up two thirds of the file. */
function withOneProblem(path: object): object {
  return mapValues({ ...path }, (operation: unknown) => {
    if (typeof operation !== 'object' || operation === null || !('responses' in operation)) return operation;
    const good = Object.entries(operation.responses as object).filter(([status]) => /^[123]/.test(status));
    return { ...operation, responses: { ...Object.fromEntries(good), default: PROBLEM } };
  });
}

function mapValues<Value, Made>(given: Record<string, Value>, make: (value: Value) => Made) {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, make(value)]));
}

/** Generates the values that a client offers as choices. */
export function writeApiValues(): string {
  const { schemas = {} } = readApi().components ?? {};
  const valuesOf = (name: keyof typeof SUGGESTED) => JSON.stringify(fewValues(schemas, name), null, 2);
  return `${MADE}

/** The possible values of some fields of a listed task, in the order of the OpenAPI document. */
export const TASK_VALUES = ${valuesOf('ListedTask')} as const;

/** The same of a job. */
export const JOB_VALUES = ${valuesOf('Job')} as const;

/** What the role of a task is searched by: the roles, and older words for several. */
export const ROLE_WORDS = ${JSON.stringify(WORKER_ROLES, null, 2)} as const;

/** What each status means, in a sentence. */
export const STATUS_MEANINGS = ${JSON.stringify(MEANINGS, null, 2)} as const;
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

/** Builds the OpenAPI document from the routes. No route is called, so this needs no servers. */
export function readApi() {
  const nothing = {} as never;
  const api = createApi(
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
  return describeApi(api);
}
