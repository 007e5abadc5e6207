import { isTitled, jobTitle } from '../domain/job-title.ts';
import { defaultType } from './built-in/default.ts';
import { downloadMedia } from './built-in/download-media.ts';
import { dummy } from './built-in/dummy.ts';
import { echo } from './built-in/echo.ts';
import type { JobType } from './job-type.ts';
import { refuseMissingModule, refuseModule } from './read-module.ts';

/** The job types by name. */
export type JobTypes = ReadonlyMap<string, JobType>;

/** The built-in types. */
const OWN_TYPES = [downloadMedia, defaultType, echo, dummy];

/** The operator's modules. */
interface Modules {
  /** Relative paths are resolved from the working directory. */
  paths: readonly string[];
  /** Reads the types of a module. */
  read: (path: string) => Promise<JobType[]>;
}

const NO_MODULES: Modules = { paths: [], read: () => Promise.resolve([]) };

/**
 * Loads the job types: the built-in ones and those of the operator's modules. Each module exports `jobTypes`, a list of results
 * of `defineJobType`.
 * @throws JobTypesRefused
 */
export async function loadJobTypes({ paths, read }: Modules = NO_MODULES): Promise<JobTypes> {
  const types = new Map(OWN_TYPES.map((type) => [type.name, type]));
  for (const path of paths) {
    for (const type of await read(path)) {
      if (types.has(type.name)) throw refuseModule(path, `it names ${type.name}, which another one has`);
      const title = jobTitle(type);
      const other = [...types.values()].find((known) => isTitled(known, title));
      if (other !== undefined)
        throw refuseModule(path, `the title ${JSON.stringify(title)} of ${type.name} leads to ${other.name}`);
      types.set(type.name, type);
    }
  }
  return types;
}

/** Refuses modules that do not exist, without running the others. @throws JobTypesRefused */
export function refuseMissingModules(paths: readonly string[] = []): void {
  paths.forEach(refuseMissingModule);
}
