import { z } from 'zod';

const body = z.object({ data: z.array(z.looseObject({ attributes: z.unknown() })) });

/** Returns the products of a captured answer; null when the answer is not a list of resources. */
export function productsOf(answer: unknown): readonly unknown[] | null {
  const parsed = body.safeParse(answer);
  return parsed.success ? (answer as z.output<typeof body>).data : null;
}
