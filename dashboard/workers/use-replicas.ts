import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { readReplicas } from '../server/workers-api.ts';

export const REPLICAS_KEY = 'worker-replicas';

/** How often the pods are polled: no event of the API announces that a pod is ready. */
const ASK_EVERY_MS = 15_000;

/** Queries the number of worker pods. If the API runs outside a cluster, the number is requested only once. */
export function useReplicas() {
  return useQuery({
    queryKey: [REPLICAS_KEY],
    queryFn: readReplicas,
    enabled: ({ state }) => !isOutside(state.error),
    refetchInterval: ASK_EVERY_MS,
  });
}

/** Whether the API reports that it runs outside a cluster. */
export function isOutside(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code === 'not-in-kubernetes';
}
