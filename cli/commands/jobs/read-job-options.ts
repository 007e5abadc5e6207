import { InvalidArgumentError } from 'commander';
import {
  JOB_ID,
  JOB_ID_TAKES,
  JOB_PRIORITY_MAX,
  JOB_RETRIES_MAX,
  JOB_TYPE_NAME,
  JOB_TYPE_NAME_TAKES,
  JOB_WORD,
  JOB_WORD_TAKES,
} from '../../../domain/job.ts';

/** What a type takes; whether it is what this type takes is seen by the API. */
export function readPayload(given: string): Record<string, unknown> {
  let payload: unknown;
  try {
    payload = JSON.parse(given);
  } catch (error) {
    throw noObject(error instanceof Error ? ` (${error.message})` : '');
  }
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) throw noObject('');
  return { ...payload };
}

function noObject(why: string): InvalidArgumentError {
  return new InvalidArgumentError(
    `It takes a JSON object, such as '{"urls": ["https://images.example.com/1.png"]}'${why}.`,
  );
}

/** The id that a job is to have. */
export function readId(given: string): string {
  if (JOB_ID.test(given)) return given;
  throw new InvalidArgumentError(`It takes ${JOB_ID_TAKES}.`);
}

/** Whom or what a job is for. */
export function readWord(given: string): string {
  if (JOB_WORD.test(given)) return given;
  throw new InvalidArgumentError(`It takes ${JOB_WORD_TAKES}.`);
}

/** The name of a type, registered or not: jobs of one that was are still listed. */
export function readTypeName(given: string): string {
  if (JOB_TYPE_NAME.test(given)) return given;
  throw new InvalidArgumentError(`It takes the name of a type: ${JOB_TYPE_NAME_TAKES}.`);
}

/** How urgent a job is. */
export function readPriority(given: string): number {
  return readWithin(given, { least: 1, most: JOB_PRIORITY_MAX, meaning: '; 1 is the most urgent' });
}

/** How often a job is tried again. */
export function readRetries(given: string): number {
  return readWithin(given, { least: 0, most: JOB_RETRIES_MAX, meaning: '' });
}

function readWithin(
  given: string,
  { least, most, meaning }: { least: number; most: number; meaning: string },
): number {
  const number = Number(given);
  if (/^\d{1,3}$/.test(given) && number >= least && number <= most) return number;
  throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}${meaning}.`);
}
