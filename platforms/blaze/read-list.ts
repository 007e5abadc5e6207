import { z } from 'zod';
import { storable } from '../../domain/storable-text.ts';
import { UnexpectedAnswer } from '../platform.ts';

const complaint = z.object({
  title: z.string().nullish().catch(null),
  detail: z.string().nullish().catch(null),
});

const reported = z.object({ errors: z.array(complaint).min(1) });

const list = z.object({
  data: z
    .array(z.unknown())
    .refine((items) => items.every((item) => typeof item === 'object'), 'expected resources in the list'),
  // Matches only no errors or an empty list: with errors of an unknown form, the data may be incomplete.
  errors: z.array(z.unknown()).max(0).nullish(),
  meta: z.object({ total_count: z.number().int().nonnegative().nullish() }).nullish(),
});

export interface ResourceList {
  items: unknown[];
  /** The number of resources over all pages; null when the answer does not say. */
  totalCount: number | null;
}

/**
 * Parses an answer in JSON:API style: a list under `data`, or errors under `errors`.
 * @throws UnexpectedAnswer when errors are reported, there is no list, or either has an unknown form
 */
export function readList(answer: unknown, operation: string): ResourceList {
  const complaints = reported.safeParse(answer);
  if (complaints.success) {
    const text = complaints.data.errors
      .map(({ title, detail }) => detail ?? title ?? 'an error without a message')
      .join('; ');
    throw new UnexpectedAnswer(
      `${operation}: the platform reports ${storable(text.slice(0, 200))}`,
      'reported',
    );
  }
  const parsed = list.safeParse(answer);
  if (!parsed.success)
    throw new UnexpectedAnswer(`${operation}: ${z.prettifyError(parsed.error).slice(0, 300)}`, 'form');
  return { items: parsed.data.data, totalCount: parsed.data.meta?.total_count ?? null };
}
