import type { Environment } from './environment.ts';
import { platformSettings } from './platform-settings.ts';

/**
 * The hosts that are asked wherever they are: those of ALLOWED_PRIVATE_HOSTS, and those that an operator has set as the
 * address of a platform's API or of the exit address's echo. Setting an address is allowing it.
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
