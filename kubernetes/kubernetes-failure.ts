/** The kind of a failure; the API uses it as error code. */
export type KubernetesFault =
  /** No configuration names a cluster. */
  | 'not-in-kubernetes'
  /** The cluster does not answer, answers too late, or fails. */
  | 'kubernetes-unreachable'
  /** The cluster denies access. */
  | 'kubernetes-forbidden'
  | 'statefulset-not-found'
  /** Each time, somebody else changed the StatefulSet between our read and our write. */
  | 'kubernetes-conflict';

/** Thrown when the cluster cannot be reached, or refuses; the message says what was requested and what is missing. */
export class KubernetesFailure extends Error {
  override name = 'KubernetesFailure';
  readonly fault: KubernetesFault;

  constructor(fault: KubernetesFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
