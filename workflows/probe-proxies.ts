import type { ProbedProxies } from '../domain/proxy-probe.ts';
import { probeActivities } from './activity-proxies.ts';
import { requireNoInput } from './require-input.ts';

/** Tries the proxies whose cool-down is over, and puts those that work back into use. */
export async function probeProxies(...given: unknown[]): Promise<ProbedProxies> {
  requireNoInput('probeProxies', given);
  return probeActivities('proxy_probe').probeProxies();
}
