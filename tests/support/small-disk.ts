import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why a test that fills a disk is skipped, for its title. */
export const NO_SMALL_DISK = 'skipped where no small disk can be mounted';

/** A disk of a few bytes, which others may enter, as PostgreSQL's account must. */
export interface SmallDisk {
  root: string;
  /** Nobody may have a file open there. */
  unmount(): void;
}

/** Mounts one. Null where that is not allowed: it needs root, and a kernel that lets root mount. */
export function mountSmallDisk(bytes: number): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const root = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', root], {
      stdio: 'ignore',
    });
  } catch {
    rmdirSync(root);
    return null;
  }
  return {
    root,
    unmount() {
      execFileSync('/bin/umount', [root]);
      rmdirSync(root);
    },
  };
}
