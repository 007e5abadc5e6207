/** Whether an address, or a name of one, is this machine's own and reached from nowhere else. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
