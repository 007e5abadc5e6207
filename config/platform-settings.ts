import type { Environment } from './environment.ts';

/** Returns the settings of every platform, by name. A new platform adds its settings only here. */
export function platformSettings(environment: Environment) {
  return {
    dutchie: {
      graphqlUrl: environment.DUTCHIE_GRAPHQL_URL,
      hashes: {
        FilteredProducts: environment.DUTCHIE_HASH_FILTERED_PRODUCTS,
        ConsumerDispensaries: environment.DUTCHIE_HASH_CONSUMER_DISPENSARIES,
      },
    },
    blaze: { apiUrl: environment.BLAZE_API_URL },
  };
}
