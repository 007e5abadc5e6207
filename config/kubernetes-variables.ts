import { z } from 'zod';
import { text, variable } from './variable.ts';

/** A Kubernetes name; the client puts it into a URL path. */
const name = text.max(253).regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);
const replicas = z.coerce.number().int().min(0).max(1_000);

/** The workers' pods and the bounds of their number. */
export const KUBERNETES_VARIABLES = {
  K8S_NAMESPACE: variable({
    schema: name,
    takes: 'the name of a Kubernetes namespace',
    about: 'Namespace of the StatefulSet whose pods run the workers; docs/how-to/run-in-kubernetes.md.',
    fallback: 'dispensary-scraper',
  }),
  K8S_WORKER_STATEFULSET: variable({
    schema: name,
    takes: 'the name of a StatefulSet',
    about: 'The StatefulSet that is scaled.',
    fallback: 'scraper-worker',
  }),
  K8S_REPLICAS_MIN: variable({
    schema: replicas,
    takes: 'a whole number from 0 to 1000',
    about: 'The fewest pods that scaling sets; a smaller requested number is raised to this one.',
    fallback: '1',
  }),
  K8S_REPLICAS_MAX: variable({
    schema: replicas,
    takes: 'a whole number from 0 to 1000, not below K8S_REPLICAS_MIN',
    about: 'The most pods that scaling sets; a larger requested number is lowered to this one.',
    fallback: '15',
  }),
} as const;
