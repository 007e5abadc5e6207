/** The name of a stored credential, which jobs use. It is no secret. */
export const CREDENTIAL_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
export const CREDENTIAL_NAME_TAKES =
  'up to 100 letters, digits, dots, dashes and underscores, a letter or digit first';

/** How many credentials a job may name. */
export const JOB_CREDENTIALS_MAX = 20;

/** The most bytes of JSON of a credential's value. */
export const CREDENTIAL_BYTES_MAX = 8_192;

/** What a credential consists of: one text, or several by name, such as a user name, a password and a cookie. */
export type CredentialValue = string | Readonly<Record<string, string>>;

/** Whose jobs may use a credential; null: any. */
export interface CredentialOwner {
  platform: string | null;
  account: string | null;
}

/** Whether a value has content, and is not too large. */
export function isCredentialValue(value: CredentialValue): boolean {
  const texts = typeof value === 'string' ? [value] : Object.values(value);
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  return texts.length > 0 && !texts.includes('') && bytes <= CREDENTIAL_BYTES_MAX;
}
