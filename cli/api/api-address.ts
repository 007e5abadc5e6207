import { isGiven, type Environment } from '../../config/environment.ts';

/** The host to call, by the address on which an API listens: an address that stands for all interfaces cannot be called. */
const OWN_HOSTS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Returns the address of the API that the environment names, without a trailing slash; null if it names none, or only port 0. */
export function apiAddressIn(environment: Environment): string | null {
  const { CRAWLCHAIN_URL, API_HOST, API_PORT } = environment;
  if (CRAWLCHAIN_URL !== undefined) return CRAWLCHAIN_URL.replace(/\/+$/, '');
  if (API_PORT === 0 || !(isGiven('API_HOST') || isGiven('API_PORT'))) return null;
  const host = OWN_HOSTS[API_HOST] ?? API_HOST;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${API_PORT}`;
}
