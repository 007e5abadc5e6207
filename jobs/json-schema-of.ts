import { z } from 'zod';

/** Returns the JSON schema of what a schema takes; null when zod cannot express it. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> | null {
  try {
    return { ...z.toJSONSchema(schema, { io: 'input' }) };
  } catch {
    return null;
  }
}
