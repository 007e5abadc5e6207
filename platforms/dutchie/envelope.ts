import { z } from 'zod';
import { storable } from '../../domain/storable-text.ts';
import { UnexpectedAnswer } from '../platform.ts';

const errors = z.array(
  z.object({
    message: z.string(),
    extensions: z
      .object({ code: z.string().optional().catch(undefined) })
      .optional()
      .catch(undefined),
  }),
);

/**
 * Parses a GraphQL answer. Does not rely on status 200, because answers with errors have it too.
 * @throws UnexpectedAnswer when there are errors or no data, or when either has an unknown form
 */
export function readData<Schema extends z.ZodType>(
  answer: unknown,
  schema: Schema,
  operation: string,
): z.output<Schema> {
  if (typeof answer !== 'object' || answer === null) {
    const found = answer === null ? 'null' : typeof answer;
    throw new UnexpectedAnswer(`${operation}: expected a GraphQL answer, got ${found}`, 'form');
  }
  const { data, errors: reported } = answer as { data?: unknown; errors?: unknown };
  const complaints = errors.safeParse(reported);
  if (complaints.success && complaints.data.length > 0) {
    const text = complaints.data.map((error) => error.message).join('; ');
    const isUnknownQuery = complaints.data.some(
      ({ message, extensions }) =>
        message === 'PersistedQueryNotFound' || extensions?.code === 'PERSISTED_QUERY_NOT_FOUND',
    );
    throw new UnexpectedAnswer(
      `${operation}: the platform reports ${storable(text.slice(0, 200))}`,
      isUnknownQuery ? 'unknown-query' : 'reported',
    );
  }
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    throw new UnexpectedAnswer(`${operation}: ${z.prettifyError(parsed.error).slice(0, 300)}`, 'form');
  }
  // With errors of an unknown form, the data may be incomplete.
  if (!complaints.success && reported !== undefined && reported !== null) {
    throw new UnexpectedAnswer(`${operation}: expected errors in a list, each with a message`, 'form');
  }
  return parsed.data;
}
