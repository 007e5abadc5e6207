import type { ProbedProxies } from '../domain/proxy-probe.ts';
import { probeActivities } from './activity-proxies.ts';

/** Tries the proxies whose cool-down is over, and puts those that work back into use. */
export async function probeProxies(): Promise<ProbedProxies> {
  return probeActivities('proxy_probe').probeProxies();
}
