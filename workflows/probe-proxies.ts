import type { ProbedProxies } from '../domain/proxy-probe.ts';
import { probeActivities } from './activity-proxies.ts';
import { requireNoInput } from './require-input.ts';

/** Probes the proxies whose cool-down has ended, and puts the working ones back into use. */
export async function probeProxies(...given: unknown[]): Promise<ProbedProxies> {
  requireNoInput('probeProxies', given);
  return probeActivities('proxy_probe').probeProxies();
}
