import type { Environment } from './environment.ts';
import { platformSettings } from './platform-settings.ts';

/**
 * The hosts that requests may reach at any address: those of ALLOWED_PRIVATE_HOSTS, and those in an operator's URL settings for a
 * platform's API or the exit address's echo. Setting a URL allows its host.
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
