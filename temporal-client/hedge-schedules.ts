/**
 * Channel arguments with which gRPC asks again for the description of a schedule that does not come within a second, and takes
 * the first answer, a refusal too. The server asks a worker of its own for the description, and when that one has just
 * released the schedule, waits five seconds before it asks another: seen for one description in a thousand while schedules
 * are changed. The second request is answered at once.
 */
export const HEDGED_SCHEDULES = {
  'grpc.service_config': JSON.stringify({
    methodConfig: [
      {
        name: [{ service: 'temporal.api.workflowservice.v1.WorkflowService', method: 'DescribeSchedule' }],
        // A description takes some ten milliseconds.
        hedgingPolicy: { maxAttempts: 2, hedgingDelay: '1s' },
      },
    ],
  }),
};
