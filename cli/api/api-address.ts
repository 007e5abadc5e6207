import { isGiven, type Environment } from '../../config/environment.ts';

/** The hosts to call where the API listens on all addresses. */
const OWN_HOSTS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The address of the API in the environment, without a trailing slash; null: none is set. */
export function apiAddressIn(environment: Environment): string | null {
  const { CRAWLCHAIN_URL, API_HOST, API_PORT } = environment;
  if (CRAWLCHAIN_URL !== undefined) return CRAWLCHAIN_URL.replace(/\/+$/, '');
  if (API_PORT === 0 || !(isGiven('API_HOST') || isGiven('API_PORT'))) return null;
  const host = OWN_HOSTS[API_HOST] ?? API_HOST;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${API_PORT}`;
}
