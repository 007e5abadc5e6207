import { z } from '@hono/zod-openapi';
import type { Scaled } from '../../kubernetes/worker-replicas.ts';

const count = z.number().int().min(0);

const setFields = {
  statefulset: z.string(),
  namespace: z.string(),
  min: count.openapi({ description: '`K8S_REPLICAS_MIN`.' }),
  max: count.openapi({ description: '`K8S_REPLICAS_MAX`.' }),
};

export const replicasSchema = z
  .object({
    ...setFields,
    current: count.openapi({ description: 'Pods that exist.' }),
    desired: count.openapi({ description: 'Pods that are wanted.' }),
    ready: count.nullable().openapi({
      description: 'Pods that take work; null if our Kubernetes role may only read and set the scale.',
    }),
  })
  .openapi('WorkerReplicas');

export const scaleBodySchema = z.strictObject({
  replicas: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .openapi({ examples: [10] }),
  dry_run: z
    .boolean()
    .default(false)
    .openapi({ description: 'True has Kubernetes check the request without changing anything.' }),
});

export const scaledSchema = z
  .object({
    ...setFields,
    requested: count,
    replicas: count.openapi({
      description:
        'The number that was set: the requested one, raised to `min` or lowered to `max` if necessary.',
    }),
    previous: count.openapi({ description: 'The number that was set before.' }),
    clamped: z.boolean().openapi({ description: 'Whether the requested number was outside the bounds.' }),
    dry_run: z.boolean(),
    message: z.string(),
  })
  .openapi('ScaledWorkers');

/** Converts the result of scaling for responses. */
export function toScaled(scaled: Scaled, isDryRun: boolean): z.input<typeof scaledSchema> {
  const { isClamped, ...numbers } = scaled;
  return { ...numbers, clamped: isClamped, dry_run: isDryRun, message: inWords(scaled, isDryRun) };
}

function inWords({ requested, replicas, previous, min, max, isClamped }: Scaled, isDryRun: boolean): string {
  const bounds = isClamped ? ` ${requested} were requested, but only ${min} to ${max} are allowed.` : '';
  const done = isDryRun ? 'would be set' : 'were set';
  return `${replicas} pods ${done}; it was ${previous} before.${bounds}`;
}
