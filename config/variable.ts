import { z } from 'zod';

/** A non-empty text. Shells and compose files set variables to an empty text, which counts as not set. */
export const text = z.string().trim().min(1);
export const share = z.coerce.number().min(0).max(1);
export const positiveInteger = z.coerce.number().int().positive();
export const switchText = z.enum(['true', 'false']).transform((value) => value === 'true');

/** One environment variable: what it accepts, what it is for, and its default. */
export interface Variable {
  schema: z.ZodType;
  /** A sentence for the reference page. */
  about: string;
  /** The accepted values, in words, for error messages and the reference page. */
  takes: string;
  /** The default, as text; absent: the variable has no value unless it is set. */
  fallback?: string;
  secret?: boolean;
}

/** Returns a definition unchanged, but with its exact type, from which the type of the environment is derived. */
export function variable<const Definition extends Variable>(definition: Definition): Definition {
  return definition;
}
