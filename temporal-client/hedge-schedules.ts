/**
 * Channel arguments that make gRPC repeat a description of a schedule that takes more than a second, and use the first answer,
 * also a refusal. The server gets the description from one of its own workers. When that worker has just released the schedule,
 * the server waits five seconds before it tries another: seen for one description in a thousand while schedules are changed. The
 * second request is answered at once.
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
