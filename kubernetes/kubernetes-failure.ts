/** What went wrong with the cluster; the API's error codes are the same words. */
export type KubernetesFault =
  /** No configuration leads to a cluster. */
  | 'not-in-kubernetes'
  /** It does not answer, or not in time, or fails. */
  | 'kubernetes-unreachable'
  /** It answers that we may not. */
  | 'kubernetes-forbidden'
  | 'statefulset-not-found'
  /** Others changed the StatefulSet each time between our look and our write. */
  | 'kubernetes-conflict';

/** Thrown when the cluster cannot be asked, or refuses; the message says what was asked for and what lacks. */
export class KubernetesFailure extends Error {
  override name = 'KubernetesFailure';
  readonly fault: KubernetesFault;

  constructor(fault: KubernetesFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
