import type { Environment } from './environment.ts';
import { paceSettings } from './pace-settings.ts';

/** Returns the limits from which capacity is calculated. Assumes that the workers have the same environment as this process. */
export function usualCapacity(environment: Environment) {
  return {
    paces: paceSettings(environment).platforms,
    slots: environment.MAX_CONCURRENT_TASKS,
    databasePoolSize: environment.DATABASE_POOL_SIZE,
  };
}
