import type { KubernetesSettings } from '../config/kubernetes-settings.ts';
import { KubernetesFailure } from './kubernetes-failure.ts';

/** Whether the object has changed since it was read. */
export function isConflict(error: unknown): boolean {
  return statusOf(error) === 409;
}

/** Whether the cluster authenticated the caller but denies access. */
export function isForbidden(error: unknown): boolean {
  return statusOf(error) === 403;
}

/** Converts an error of the client to one for the caller. It quotes nothing of the cluster's response but its reason. */
export function explainFailure(
  error: unknown,
  { namespace, statefulset }: KubernetesSettings,
): KubernetesFailure {
  const set = `the StatefulSet ${statefulset} in the namespace ${namespace}`;
  const status = statusOf(error);
  switch (status) {
    case 401:
      return failure('kubernetes-forbidden', `Kubernetes does not accept the credentials to reach ${set}`);
    case 403:
      return failure(
        'kubernetes-forbidden',
        `Kubernetes does not let us reach ${set}: ${reasonOf(error)}. It takes a role with the verbs get and patch for statefulsets and statefulsets/scale`,
      );
    case 404:
      return failure(
        'statefulset-not-found',
        `Kubernetes has not ${set}. K8S_WORKER_STATEFULSET and K8S_NAMESPACE name it`,
      );
    case 409:
      return failure(
        'kubernetes-conflict',
        `Others, such as an autoscaler, keep changing ${set}; nothing was changed`,
      );
    case null:
      return failure('kubernetes-unreachable', `Kubernetes does not answer: ${causeOf(error)}`);
    default:
      return failure('kubernetes-unreachable', `Kubernetes answered ${status}: ${reasonOf(error)}`);
  }

  function failure(fault: KubernetesFailure['fault'], message: string): KubernetesFailure {
    return new KubernetesFailure(fault, `${message}.`, { cause: error });
  }
}

/** The client's errors have the HTTP status in `code`; system errors have a word there. */
function statusOf(error: unknown): number | null {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'number' ? code : null;
}

/** The message of a Kubernetes `Status` object. */
function reasonOf(error: unknown): string {
  const { body } = error as { body?: unknown };
  const status = typeof body === 'string' ? parsed(body) : body;
  const { message } = (status ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message.replace(/\.$/, '') : 'it gives no reason';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `fetch failed` says nothing; its cause does. */
function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
