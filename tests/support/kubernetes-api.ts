import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const TOKEN = 'the-token-of-a-service-account';
const NAMESPACE = 'dispensary-scraper';
const NAME = 'scraper-worker';
const BASE = `/apis/apps/v1/namespaces/${NAMESPACE}/statefulsets`;

type Permission = 'get statefulsets' | 'get statefulsets/scale' | 'patch statefulsets/scale';

/**
 * A fake Kubernetes API with one StatefulSet. It has only the part that scaling uses, and responds and refuses as Kubernetes does.
 * Its client has the role that the documentation shows.
 */
export interface KubernetesApi {
  /** The numbers of desired, existing and ready pods, which tests may set. */
  state: { desired: number; current: number; ready: number };
  /** What the role of the client may do. */
  permissions: Set<Permission>;
  /** How many of the next writes fail because another client has just written. */
  rivals: number;
  /** The requests that the API has received, such as `PATCH /path?dryRun=All`. */
  requests: string[];
  /** Stops the API, as an outage does. */
  stop(): Promise<void>;
}

/** Starts the API, and points KUBECONFIG to it for the calling test. */
export async function startKubernetesApi(token = TOKEN): Promise<KubernetesApi> {
  const api: Cluster = {
    state: { desired: 8, current: 7, ready: 6 },
    permissions: await readRole(),
    rivals: 0,
    requests: [],
    version: 1,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    void answer(api, request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => api.stop());
  await useConfig((server.address() as AddressInfo).port, token);
  return api;
}

/** Reads what the role in docs/how-to/run-in-kubernetes.md permits. */
async function readRole(): Promise<Set<Permission>> {
  const page = await readFile(new URL('../../docs/how-to/run-in-kubernetes.md', import.meta.url), 'utf8');
  const listed = (name: string): string[] => {
    const [, list = '[]'] = new RegExp(`^ *(?:- )?${name}: (\\[.*\\])$`, 'm').exec(page) ?? [];
    return JSON.parse(list.replaceAll("'", '"')) as string[];
  };
  expect(listed('resourceNames')).toEqual([NAME]);
  expect(page).toContain(`\n  namespace: ${NAMESPACE}\n`);
  const [verbs, resources] = [listed('verbs'), listed('resources')];
  return new Set(verbs.flatMap((verb) => resources.map((resource) => `${verb} ${resource}` as Permission)));
}

/** Removes access to any cluster for the calling test. @param config the value to set KUBECONFIG to */
export async function withoutCluster(config = ''): Promise<void> {
  vi.stubEnv('KUBECONFIG', config);
  vi.stubEnv('HOME', await temporaryFolder('no-cluster-'));
  onTestFinished(() => void vi.unstubAllEnvs());
}

async function useConfig(port: number, token: string): Promise<void> {
  const file = join(await temporaryFolder('kubeconfig-'), 'config');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'test', cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } },
    ],
    users: [{ name: 'api', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'api' } }],
    'current-context': 'test',
  };
  await writeFile(file, JSON.stringify(config));
  vi.stubEnv('KUBECONFIG', file);
  onTestFinished(() => void vi.unstubAllEnvs());
}

interface Cluster extends KubernetesApi {
  version: number;
}

interface Answer {
  status: number;
  body: object;
}

async function answer(api: Cluster, request: IncomingMessage): Promise<Answer> {
  const { method = '', url = '', headers } = request;
  api.requests.push(`${method} ${url}`);
  const { pathname, searchParams } = new URL(url, 'http://cluster');
  const resource = pathname.endsWith('/scale') ? 'statefulsets/scale' : 'statefulsets';
  if (headers.authorization !== `Bearer ${TOKEN}`) return refusal(401, 'Unauthorized');
  if (![`${BASE}/${NAME}`, `${BASE}/${NAME}/scale`].includes(pathname))
    return refusal(404, `statefulsets.apps "${pathname.split('/')[7]}" not found`);
  const permission = `${method.toLowerCase()} ${resource}` as Permission;
  if (!api.permissions.has(permission))
    return refusal(403, `User "api" cannot ${method.toLowerCase()} resource "${resource}"`);
  if (method === 'GET')
    return { status: 200, body: resource === 'statefulsets' ? statefulSet(api) : scale(api) };
  return patch(api, request, searchParams.get('dryRun'));
}

async function patch(api: Cluster, request: IncomingMessage, dryRun: string | null): Promise<Answer> {
  if (request.headers['content-type'] !== 'application/merge-patch+json')
    return refusal(415, 'the body of the request was in an unknown format');
  if (dryRun !== null && dryRun !== 'All') return refusal(400, 'Invalid value for dryRun');
  const body = (await json(request)) as {
    metadata?: { resourceVersion?: string };
    spec?: { replicas?: number };
  };
  if (api.rivals > 0) {
    api.rivals -= 1;
    api.version += 1;
  }
  if (body.metadata?.resourceVersion !== String(api.version))
    return refusal(409, 'the object has been modified; please apply your changes to the latest version');
  const replicas = body.spec?.replicas;
  if (replicas === undefined || replicas < 0) return refusal(422, 'spec.replicas: Invalid value');
  if (dryRun === null) {
    api.state.desired = replicas;
    api.version += 1;
  }
  return { status: 200, body: { ...scale(api), spec: { replicas } } };
}

/** Writes a number as Kubernetes does, which leaves out a number that is 0. */
function count(number: number, name: string): object {
  return number === 0 ? {} : { [name]: number };
}

function scale({ state, version }: Cluster): object {
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name: NAME, namespace: NAMESPACE, resourceVersion: String(version) },
    spec: count(state.desired, 'replicas'),
    status: { replicas: state.current, selector: 'app=worker' },
  };
}

function statefulSet({ state, version }: Cluster): object {
  return {
    kind: 'StatefulSet',
    apiVersion: 'apps/v1',
    metadata: { name: NAME, namespace: NAMESPACE, resourceVersion: String(version) },
    spec: { replicas: state.desired, serviceName: NAME, selector: {}, template: {} },
    status: { replicas: state.current, ...count(state.ready, 'readyReplicas') },
  };
}

function refusal(status: number, message: string): Answer {
  return { status, body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code: status } };
}
