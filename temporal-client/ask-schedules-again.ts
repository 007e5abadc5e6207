import type { Connection } from '@temporalio/client';

/** An answer takes some ten milliseconds. */
const AGAIN_AFTER_MS = 1_000;

/**
 * Has a connection ask again for the description of a schedule that does not come, and take the first answer. The server
 * asks a worker of its own for it, and when that one has just let go of the schedule, waits five seconds before it asks
 * another: seen for one description in a thousand while schedules are changed. The second question is answered at once.
 */
export function askSchedulesAgain(connection: Connection): Connection {
  const { workflowService } = connection;
  const ask = workflowService.describeSchedule.bind(workflowService);
  workflowService.describeSchedule = askingAgain(ask, AGAIN_AFTER_MS) as typeof ask;
  return connection;
}

/** Asks a second time where the first answer is late; whichever comes first counts, refusals too. */
export function askingAgain<Request, Answer>(
  ask: (request: Request) => Promise<Answer>,
  afterMs: number,
): (request: Request) => Promise<Answer> {
  return async (request) => {
    const second = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => void ask(request).then(second.resolve, second.reject), afterMs);
    try {
      return await Promise.race([ask(request), second.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
