import { userInfo } from 'node:os';

/** The name of the user that runs this process; the user id if it has no name, as in many containers. */
export function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
