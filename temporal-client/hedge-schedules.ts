/**
 * Channel arguments with which gRPC repeats a DescribeSchedule request that takes more than a second, and takes the first answer,
 * even a refusal. The server gets the description from one of its own workers. If that worker has just released the schedule, the
 * server waits five seconds before it tries another: seen for one description in a thousand while schedules are changed. The
 * repeated request is answered at once.
 */
export const HEDGED_SCHEDULES = {
  'grpc.service_config': JSON.stringify({
    methodConfig: [
      {
        name: [{ service: 'temporal.api.workflowservice.v1.WorkflowService', method: 'DescribeSchedule' }],
        // A description normally takes some ten milliseconds.
        hedgingPolicy: { maxAttempts: 2, hedgingDelay: '1s' },
      },
    ],
  }),
};
