import { createTaskBook } from '../../reports/task-book.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { addJobQueueRoutes } from './job-queue.ts';
import { addTaskRoleRoutes } from './task-roles.ts';
import { addTaskStartRoutes } from './task-starts.ts';
import { addTaskSteeringRoutes } from './task-steering.ts';
import { addTaskRoute, addTaskRoutes } from './tasks.ts';

/** Everything about tasks: one book for all, so that Temporal is asked once for all who look. */
export function addAllTaskRoutes(api: Api, tools: ApiTools): void {
  const book = createTaskBook(tools);
  addTaskRoutes(api, tools, book);
  addTaskRoleRoutes(api, tools, book);
  addTaskStartRoutes(api, tools);
  addTaskSteeringRoutes(api, tools, book);
  addJobQueueRoutes(api, tools);
  addTaskRoute(api, tools);
}
