import type { Environment } from './environment.ts';
import { platformSettings } from './platform-settings.ts';

/**
 * Returns the hosts that requests may reach even at a private address: those of ALLOWED_PRIVATE_HOSTS, and the hosts of the URLs
 * that are set for the platforms' APIs and for EXIT_ADDRESS_URL. Setting a URL allows its host.
 */
export function allowedPrivateHosts(environment: Environment): string[] {
  const settings = Object.values(platformSettings(environment)).flatMap((platform): unknown[] =>
    Object.values(platform),
  );
  const addresses = [environment.EXIT_ADDRESS_URL, ...settings].filter(
    (value): value is string => typeof value === 'string' && URL.canParse(value),
  );
  return [
    ...(environment.ALLOWED_PRIVATE_HOSTS ?? []),
    ...addresses.map((address) => new URL(address).hostname),
  ];
}
