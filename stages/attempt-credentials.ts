import { findCredential, openCredential } from '../db/queries/credentials.ts';
import type { Db } from '../db/connect.ts';
import type { PasswordSeal } from '../db/seal-password.ts';
import { CrawlError } from '../domain/errors.ts';
import type { CredentialOwner, CredentialValue } from '../domain/job-credential.ts';
import { createRedaction, type Redaction } from '../domain/redaction.ts';
import { credentialMismatch } from '../jobs/find-credential-faults.ts';

/** The credentials of one attempt of a job. */
export interface AttemptCredentials extends Pick<Redaction, 'text' | 'redact'> {
  /** The names of those that the job may use. */
  names: readonly string[];
  /** Returns a value, which `redact` replaces from then on. @throws CrawlError InvalidInput; WrongKey */
  get(name: string): Promise<CredentialValue>;
  /** Returns the name of a file, which answers show. @throws CrawlError InvalidInput if one of the values is in it */
  fileName(name: string): string;
  /** Does work, and redacts what it throws. */
  redacting<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface CredentialTools {
  db: Db;
  passwordSeal: PasswordSeal;
}

/** Opens the credentials of an attempt. @param job names those that it may use */
export function openAttemptCredentials(
  { db, passwordSeal }: CredentialTools,
  job: CredentialOwner & { credentials: readonly string[] },
): AttemptCredentials {
  const { add, text, redact } = createRedaction([job.platform, job.account]);
  return {
    names: job.credentials,
    text,
    redact,
    fileName(name) {
      if (text(name) === name) return name;
      throw new CrawlError(
        'InvalidInput',
        'The name of a file must not contain a credential of the job, because answers show it: name the file otherwise.',
      );
    },
    async redacting(work) {
      try {
        return await work();
      } catch (error) {
        throw redact(error);
      }
    },
    async get(name) {
      if (!job.credentials.includes(name)) throw unusable(name, 'is not among the `credentials` of this job');
      const stored = await findCredential(db, name);
      if (stored === null) throw unusable(name, 'is not set any more');
      const mismatch = credentialMismatch(stored, job);
      if (mismatch !== null) throw unusable(name, mismatch);
      const value = await openCredential(db, passwordSeal, stored);
      add(value);
      return value;
    },
  };
}

function unusable(name: string, why: string): CrawlError {
  return new CrawlError('InvalidInput', `The credential ${JSON.stringify(name.slice(0, 100))} ${why}.`);
}
