import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { CREDENTIAL_NAME, CREDENTIAL_NAME_TAKES } from '../../../domain/job-credential.ts';
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

/** Parses the payload of a job, a JSON object or @ and a file that has one; the API checks it against the type. */
export function readPayload(given: string): Record<string, unknown> {
  let payload: unknown;
  try {
    payload = JSON.parse(given.startsWith('@') ? readFileSync(given.slice(1), 'utf8') : given);
  } catch (error) {
    throw noObject(error instanceof Error ? ` (${error.message})` : '');
  }
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) throw noObject('');
  return { ...payload };
}

function noObject(why: string): InvalidArgumentError {
  return new InvalidArgumentError(
    `It takes a JSON object, such as '{"urls": ["https://images.example.com/1.png"]}', or @ and the name of a file that has one${why}.`,
  );
}

/** Parses the id for a new job. */
export function readId(given: string): string {
  if (JOB_ID.test(given)) return given;
  throw new InvalidArgumentError(`It takes ${JOB_ID_TAKES}.`);
}

/** Parses ids of jobs, separated by commas. */
export function readIds(given: string): string[] {
  return given.split(',').map((id) => readId(id.trim()));
}

/** Parses a platform or an account of a job. */
export function readWord(given: string): string {
  if (JOB_WORD.test(given)) return given;
  throw new InvalidArgumentError(`It takes ${JOB_WORD_TAKES}.`);
}

/** Parses the name of a job type. It need not be registered: jobs of former types are still listed. */
export function readTypeName(given: string): string {
  if (JOB_TYPE_NAME.test(given)) return given;
  throw new InvalidArgumentError(`It takes the name of a type: ${JOB_TYPE_NAME_TAKES}.`);
}

/** Parses names of credentials, separated by commas. */
export function readNames(given: string): string[] {
  const names = given.split(',').map((name) => name.trim());
  if (names.every((name) => CREDENTIAL_NAME.test(name))) return names;
  throw new InvalidArgumentError(`It takes names of ${CREDENTIAL_NAME_TAKES}, separated by commas.`);
}

/** Parses a priority. */
export function readPriority(given: string): number {
  return readWithin(given, { least: 1, most: JOB_PRIORITY_MAX, meaning: '; 1 is the most urgent' });
}

/** Parses the maximum number of retries. */
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
