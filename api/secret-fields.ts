/** Whether the value of a field with this name must not be shown to anyone. */
export function isSecretField(name: string): boolean {
  return /pass|secret|token|credential|username|key/i.test(name);
}

/** Whether a path is that of stored credentials, also a misspelt one: no value of its bodies is repeated or recorded. */
export function isCredentialPath(path: string): boolean {
  return /^\/+api\/+credential/i.test(path);
}
