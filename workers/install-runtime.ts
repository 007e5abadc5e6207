import { Runtime } from '@temporalio/worker';
import type { Log } from '../observability/log.ts';

/** The signals that stop a worker. Ctrl-C sends SIGINT to the whole process group. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Makes the SDK use our log, and shut its workers down on a stop signal. */
export function installRuntime(log: Log): void {
  Runtime.install({
    shutdownSignals: [...STOP_SIGNALS],
    logger: {
      log: (level, message, meta) => log[toLevel(level)](meta ?? {}, message),
      trace: (message, meta) => log.trace(meta ?? {}, message),
      debug: (message, meta) => log.debug(meta ?? {}, message),
      info: (message, meta) => log.info(meta ?? {}, message),
      warn: (message, meta) => log.warn(meta ?? {}, message),
      error: (message, meta) => log.error(meta ?? {}, message),
    },
  });
}

function toLevel(level: string): 'trace' | 'debug' | 'info' | 'warn' | 'error' {
  return level.toLowerCase() as 'trace' | 'debug' | 'info' | 'warn' | 'error';
}
