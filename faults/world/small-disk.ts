import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A very small disk. Other users may enter its root, because PostgreSQL's account must. */
export interface SmallDisk {
  root: string;
  /** Uses up all free space, also space that was freed since the last call. */
  fill(): Promise<void>;
  /** Frees the space that `fill` used. */
  free(): Promise<void>;
  /** Unmounts the disk; its files are lost. */
  unmount(): void;
}

/** Mounts a small disk. Returns null where that is impossible: it takes Linux, root, and a kernel that lets root mount. */
export function mountSmallDisk(
  bytes: number,
  root = mkdtempSync(join(tmpdir(), 'small-disk-')),
): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  mkdirSync(root, { recursive: true });
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', root], {
      stdio: 'ignore',
    });
  } catch {
    rmdirSync(root);
    return null;
  }
  const filler = join(root, 'filler');
  return {
    root,
    fill: () => fillWith(filler),
    free: () => rm(filler, { force: true }),
    unmount() {
      // A lazy unmount works even while an ending process has a file open there.
      execFileSync('/bin/umount', ['--lazy', root]);
      rmdirSync(root);
    },
  };
}

async function fillWith(filler: string): Promise<void> {
  const file = await open(filler, 'a');
  try {
    for (const bytes of [16 * 1024 * 1024, 1024 * 1024, 4096, 1]) {
      const block = Buffer.alloc(bytes);
      const isWritten = async () => (await file.write(block).catch(() => ({ bytesWritten: 0 }))).bytesWritten;
      while ((await isWritten()) > 0);
    }
  } finally {
    await file.close();
  }
}
