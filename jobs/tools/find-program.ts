import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { programFolders } from '../../config/job-variables.ts';

/** Returns the absolute path of a program in the folders of PATH; null if it is in none. */
export async function findProgram(name: string, folders = programFolders()): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name);
    if (await isProgram(path)) return path;
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
