/** Whether the value of a field of this name may be repeated to nobody. */
export function isSecretField(name: string): boolean {
  return /pass|secret|token|credential|username|key/i.test(name);
}
