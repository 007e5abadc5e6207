import type { AppsV1Api, KubeConfig, RequestContext, ResponseContext } from '@kubernetes/client-node';
import { KubernetesFailure } from './kubernetes-failure.ts';

/** The timeout of one request, including its body. */
const REQUEST_TIMEOUT_MS = 5_000;

/**
 * Opens the cluster's API for StatefulSets. The client's own loader finds address and credentials: the files that KUBECONFIG
 * names, `~/.kube/config`, else the pod's service account.
 * @throws KubernetesFailure not-in-kubernetes
 */
export async function openCluster(): Promise<AppsV1Api> {
  // Loading takes half a second, so only callers that need a cluster load it.
  const { AppsV1Api, createConfiguration, KubeConfig, ServerConfiguration } =
    await import('@kubernetes/client-node');
  const config = new KubeConfig();
  const server = findServer(config);
  return new AppsV1Api(
    createConfiguration({
      baseServer: new ServerConfiguration(server, {}),
      authMethods: { default: config },
      promiseMiddleware: [{ pre: withDeadline, post: asItIs }],
    }),
  );
}

/** The server that the loader falls back to when it finds no configuration. */
const LOADERS_FALLBACK = 'http://localhost:8080';

function findServer(config: KubeConfig): string {
  try {
    config.loadFromDefault();
  } catch (error) {
    throw notInKubernetes(`the configuration cannot be read: ${(error as Error).message}`, error);
  }
  const server = config.getCurrentCluster()?.server;
  if (server === undefined)
    throw notInKubernetes('the configuration names no current context with a cluster');
  if (server === LOADERS_FALLBACK && config.getCurrentUser()?.name === 'user')
    throw notInKubernetes('there is no service account, and KUBECONFIG and ~/.kube/config name no cluster');
  return server;
}

function notInKubernetes(fact: string, cause?: unknown): KubernetesFailure {
  return new KubernetesFailure(
    'not-in-kubernetes',
    `Workers are scaled where the API runs in Kubernetes, or KUBECONFIG names a cluster: ${fact}.`,
    { cause },
  );
}

async function withDeadline(request: RequestContext): Promise<RequestContext> {
  request.setSignal(AbortSignal.timeout(REQUEST_TIMEOUT_MS));
  return request;
}

async function asItIs(response: ResponseContext): Promise<ResponseContext> {
  return response;
}
