import type { Api, ApiTools } from '../api-env.ts';
import { addJobQueueRoutes } from './job-queue.ts';
import { addMigrationRoutes } from './migration.ts';
import { addTaskRoleRoutes } from './task-roles.ts';
import { addTaskStartRoutes } from './task-starts.ts';
import { addTaskSteeringRoutes } from './task-steering.ts';
import { addTaskRoute, addTaskRoutes } from './tasks.ts';

/** Everything about tasks. */
export function addAllTaskRoutes(api: Api, tools: ApiTools): void {
  const { book } = tools;
  addMigrationRoutes(api, tools, book);
  addTaskRoutes(api, tools, book);
  addTaskRoleRoutes(api, tools, book);
  addTaskStartRoutes(api, tools);
  addTaskSteeringRoutes(api, tools, book);
  addJobQueueRoutes(api, tools);
  addTaskRoute(api, tools);
}
