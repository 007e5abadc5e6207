import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { readReplicas } from '../server/workers-api.ts';

export const REPLICAS_KEY = 'worker-replicas';

/** Pods become ready without an event of ours. */
const ASK_EVERY_MS = 15_000;

/** How many pods of workers there are. Outside a cluster it is asked once: no event brings a cluster. */
export function useReplicas() {
  return useQuery({
    queryKey: [REPLICAS_KEY],
    queryFn: readReplicas,
    enabled: ({ state }) => !isOutside(state.error),
    refetchInterval: ASK_EVERY_MS,
  });
}

/** Whether the API said that it has no cluster. */
export function isOutside(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code === 'not-in-kubernetes';
}
