import type { CredentialOwner } from '../domain/job-credential.ts';
import type { JobFault } from './find-job-faults.ts';

/** Finds the named credentials that are not set, or that a job of this platform and account may not use. */
export function findCredentialFaults(
  names: readonly string[],
  known: readonly (CredentialOwner & { name: string })[],
  job: CredentialOwner,
): JobFault[] {
  return names.flatMap((name, index) => {
    const credential = known.find((one) => one.name === name);
    const message =
      credential === undefined
        ? `takes the name of a credential, and ${name} is none; \`crawlchain credentials list\` shows them`
        : mismatchOf(credential, job);
    return message === null ? [] : [{ path: ['credentials', String(index)], message }];
  });
}

function mismatchOf(credential: CredentialOwner & { name: string }, job: CredentialOwner): string | null {
  const mismatch = credentialMismatch(credential, job);
  return mismatch === null
    ? null
    : `takes credentials that the job may use, and ${credential.name} ${mismatch}`;
}

/** Returns why a job may not use a credential, in words that follow a subject; null if it may. */
export function credentialMismatch(
  { platform, account }: CredentialOwner,
  job: CredentialOwner,
): string | null {
  const fits = (own: string | null, given: string | null) => own === null || own === given;
  if (fits(platform, job.platform) && fits(account, job.account)) return null;
  const owner = [
    ...(platform === null ? [] : [`platform ${platform}`]),
    ...(account === null ? [] : [`account ${account}`]),
  ];
  return `is for the ${owner.join(' and the ')} alone`;
}
