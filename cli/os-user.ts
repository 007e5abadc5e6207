import { userInfo } from 'node:os';

/** Returns the name of the user that runs this process; the user id if the user has no name, as in many containers. */
export function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
