import { ROLES, type Role } from '../domain/role.ts';
import { ROLE_WORKFLOWS } from '../domain/role-workflows.ts';

/** The role of a run. A chain that is started by hand may lack its attributes until it has begun. @param given by its attributes or input */
export function roleOf(type: string, given: string | undefined): Role {
  const role = ROLES.find((name) => name === given);
  return role ?? ROLES.findLast((name) => ROLE_WORKFLOWS[name] === type) ?? 'payload_fetch';
}

/** The dispensary that a run is about; null where neither what is given nor its id tells. */
export function dispensaryOf(workflowId: string, given: string | undefined): number | null {
  const id = Number(given ?? /^(?:crawl|resolve)\/(\d+)$/.exec(workflowId)?.[1]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
