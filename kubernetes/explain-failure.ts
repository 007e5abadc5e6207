import type { KubernetesSettings } from '../config/kubernetes-settings.ts';
import { KubernetesFailure } from './kubernetes-failure.ts';

/** Whether a write failed because the object has changed since it was read. */
export function isConflict(error: unknown): boolean {
  return statusOf(error) === 409;
}

/** Whether the cluster authenticated the caller but denies access. */
export function isForbidden(error: unknown): boolean {
  return statusOf(error) === 403;
}

/**
 * Converts an error of the Kubernetes client to one for the caller. Of the cluster's response, the message quotes only the
 * reason.
 */
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

/** Returns the HTTP status, which the client's errors have in `code`; null for system errors, whose `code` is a word. */
function statusOf(error: unknown): number | null {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'number' ? code : null;
}

/** Returns the message of the Kubernetes `Status` object in an error's body. */
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

/** Returns the message of the error's cause, if there is one: the error itself may only say `fetch failed`. */
function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
