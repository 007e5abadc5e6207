import type { Environment } from './environment.ts';
import { paceSettings } from './pace-settings.ts';

/** The limits of the workers' environment that capacity is reckoned with; this process is taken to share it. */
export function usualCapacity(environment: Environment) {
  return {
    paces: paceSettings(environment).platforms,
    slots: environment.MAX_CONCURRENT_TASKS,
    databasePoolSize: environment.DATABASE_POOL_SIZE,
  };
}
