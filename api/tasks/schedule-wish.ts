import type { z } from '@hono/zod-openapi';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { planCrawlDue, planDiscovery, planUpkeep } from '../../temporal-client/task-plans.ts';
import type { ScheduledStart, ScheduleWish } from '../../temporal-config/schedules.ts';
import type { ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import type { newScheduleSchema } from '../schemas/schedules.ts';

type NewSchedule = z.output<typeof newScheduleSchema>;

/**
 * What a schedule is to start that a person asks for.
 * @throws Problem `bad-input` for a state or platform that the role has no use for
 */
export function scheduleWishOf(
  { environment }: Pick<ApiTools, 'environment'>,
  schedule: NewSchedule,
): ScheduleWish {
  const { id, interval_hours: intervalHours, priority, note = 'Made by a person.' } = schedule;
  const role = schedule.role === 'product_resync' ? 'payload_fetch' : schedule.role;
  const start = startOf(role, schedule, environment.DISCOVERY_STATES);
  return { id, role, intervalHours, priority, note, start };
}

function startOf(
  role: Exclude<NewSchedule['role'], 'product_resync'>,
  { state_code: state, platform, interval_hours: intervalHours }: NewSchedule,
  discoveryStates: string[],
): ScheduledStart {
  switch (role) {
    case 'payload_fetch':
      return planCrawlDue({
        scope: state ?? 'all',
        intervalHours,
        ...(platform === undefined ? {} : { platform }),
      }).start;
    case 'store_discovery': {
      const states = state === undefined ? discoveryStates : [state];
      return planDiscovery({ platform: platform ?? PLATFORM_NAMES[0], states }, state ?? 'all').start;
    }
    default:
      refuseFilter(role, { state_code: state, platform });
      return planUpkeep(role).start;
  }
}

function refuseFilter(role: string, given: Record<string, string | undefined>): void {
  const errors = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([field]) => ({
      in: 'body' as const,
      pointer: `/${field}`,
      detail: `${field} is given; a schedule of ${role} does not take it.`,
    }));
  if (errors.length > 0)
    throw new Problem('bad-input', errors.map(({ detail }) => detail).join(' '), { errors });
}
