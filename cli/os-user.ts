import { userInfo } from 'node:os';

/** The name of whoever runs this process; their number where the machine has no name for it, as in many containers. */
export function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
