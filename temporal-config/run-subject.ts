import { ROLES, type Role } from '../domain/role.ts';
import { ROLE_WORKFLOWS } from '../domain/role-workflows.ts';

/**
 * Returns the role of a run from the input of one of its activities. Only chains have more than one role, so for other types the type
 * decides: a discovery names the role of the crawls that it starts, not its own.
 */
export function roleOf(type: string, given: string | undefined): Role {
  const roles = ROLES.filter((name) => ROLE_WORKFLOWS[name] === type);
  return roles.find((name) => name === given) ?? roles.at(-1) ?? 'payload_fetch';
}

/** Returns the id of a run's dispensary; null if neither the given id nor the workflow id names one. */
export function dispensaryOf(workflowId: string, given: string | undefined): number | null {
  const id = Number(given ?? /^(?:crawl|resolve)\/(\d+)$/.exec(workflowId)?.[1]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
