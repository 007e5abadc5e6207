import type { Api, ApiTools } from '../api-env.ts';
import { addJobQueueRoutes } from './job-queue.ts';
import { addMigrationRoutes } from './migration.ts';
import { addTaskRoleRoutes } from './task-roles.ts';
import { addTaskStartRoutes } from './task-starts.ts';
import { addTaskSteeringRoutes } from './task-steering.ts';
import { addTaskRoute, addTaskRoutes } from './tasks.ts';

/** Adds all routes about tasks. */
export function addAllTaskRoutes(api: Api, tools: ApiTools): void {
  addMigrationRoutes(api, tools);
  addTaskRoutes(api, tools);
  addTaskRoleRoutes(api, tools);
  addTaskStartRoutes(api, tools);
  addTaskSteeringRoutes(api, tools);
  addJobQueueRoutes(api, tools);
  addTaskRoute(api, tools);
}
