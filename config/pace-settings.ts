import type { Environment } from './environment.ts';

/** Returns the request limits of each platform, by name, and of every other host. A new platform adds a line. */
export function paceSettings(environment: Environment) {
  return {
    platforms: {
      dutchie: politenessOf(environment, 'DUTCHIE'),
      blaze: politenessOf(environment, 'BLAZE'),
    },
    otherHosts: {
      requestsPerSecond: environment.REQUESTS_PER_SECOND_PER_HOST,
      maxConcurrentRequests: environment.MAX_CONCURRENT_REQUESTS_PER_HOST,
    },
  };
}

function politenessOf(environment: Environment, prefix: 'DUTCHIE' | 'BLAZE') {
  return {
    requestsPerSecond: environment[`${prefix}_REQUESTS_PER_SECOND`],
    maxConcurrentRequests: environment[`${prefix}_MAX_CONCURRENT_REQUESTS`],
    obeysRobots: environment[`${prefix}_OBEY_ROBOTS`],
  };
}
