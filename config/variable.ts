import { z } from 'zod';

/** A variable's text is empty both when unset and when set to nothing: shells and compose files do the latter. */
export const text = z.string().trim().min(1);
export const share = z.coerce.number().min(0).max(1);
export const positiveInteger = z.coerce.number().int().positive();
export const switchText = z.enum(['true', 'false']).transform((value) => value === 'true');

/** One environment variable: what it takes, what it is for, and what holds when it is not set. */
export interface Variable {
  schema: z.ZodType;
  /** A sentence for the reference page. */
  about: string;
  /** What is accepted, in words, for error messages and the reference page. */
  takes: string;
  /** Text used when the variable is not set; absent: the variable is optional and has no value. */
  fallback?: string;
  secret?: boolean;
}

/** Keeps the exact type of a definition, so that the type of the whole environment follows from the tables. */
export function variable<const Definition extends Variable>(definition: Definition): Definition {
  return definition;
}
