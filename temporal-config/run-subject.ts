import { ROLES, type Role } from '../domain/role.ts';
import { ROLE_WORKFLOWS } from '../domain/role-workflows.ts';

/**
 * Returns the role of a run. A chain started by hand may lack its attributes until it has begun; the workflow type then decides.
 * @param given from its attributes or input
 */
export function roleOf(type: string, given: string | undefined): Role {
  const role = ROLES.find((name) => name === given);
  return role ?? ROLES.findLast((name) => ROLE_WORKFLOWS[name] === type) ?? 'payload_fetch';
}

/** Returns the id of a run's dispensary; null if neither the given id nor the workflow id names one. */
export function dispensaryOf(workflowId: string, given: string | undefined): number | null {
  const id = Number(given ?? /^(?:crawl|resolve)\/(\d+)$/.exec(workflowId)?.[1]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
