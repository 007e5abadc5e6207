import type { z } from '@hono/zod-openapi';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { planCrawlDue, planDiscovery, planUpkeep } from '../../temporal-client/task-plans.ts';
import type { ScheduledStart, ScheduleRequest } from '../../temporal-config/schedules.ts';
import type { ApiTools } from '../api-env.ts';
import type { newScheduleSchema } from '../schemas/schedules.ts';
import { scopeOfRequest } from './scope-of-request.ts';

type NewSchedule = z.output<typeof newScheduleSchema>;

/** Converts a person's request for a schedule. @throws Problem `impossible` */
export function toScheduleRequest(
  { environment }: Pick<ApiTools, 'environment'>,
  schedule: NewSchedule,
): ScheduleRequest {
  const { id, interval_hours: intervalHours, priority, note = 'Created by a person.' } = schedule;
  const role = schedule.role === 'product_resync' ? 'payload_fetch' : schedule.role;
  const start = startOf(schedule, environment.DISCOVERY_STATES);
  return { id, role, intervalHours, priority, note, start };
}

function startOf(schedule: NewSchedule, discoveryStates: string[]): ScheduledStart {
  switch (schedule.role) {
    case 'payload_fetch':
    case 'product_resync': {
      const { state_code: scope = 'all', platform, interval_hours: intervalHours } = schedule;
      return planCrawlDue({ scope, intervalHours, ...(platform === undefined ? {} : { platform }) }).start;
    }
    case 'store_discovery': {
      const { platform = PLATFORM_NAMES[0] } = schedule;
      const { area, ...searched } = scopeOfRequest(schedule, discoveryStates);
      return planDiscovery({ platform, ...searched }, area).start;
    }
    default:
      return planUpkeep(schedule.role).start;
  }
}
