/** Whether the value of a field with this name must not be shown to anyone. */
export function isSecretField(name: string): boolean {
  return /pass|secret|token|credential|username|key/i.test(name);
}
