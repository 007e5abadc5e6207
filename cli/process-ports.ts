import { nameCalls, type OwnCall } from './name-calls.ts';

/** What commands need of their process. `main.ts` connects it; without a process, as in tests, nothing happens. */
interface ProcessPorts {
  reportFailure: () => void;
  catchInterrupts: () => AbortSignal;
  ownCall: () => OwnCall;
}

const ports: ProcessPorts = {
  reportFailure: () => undefined,
  catchInterrupts: () => new AbortController().signal,
  ownCall: () => ({ command: 'crawlchain', apiOptions: '' }),
};

/** Connects the commands with their process. */
export function connectProcess(given: ProcessPorts): void {
  Object.assign(ports, given);
}

/** Makes the command end with the exit code of a failure. For a command that ran to its end and has printed what failed. */
export function reportFailure(): void {
  ports.reportFailure();
}

/**
 * Returns a signal. From then on Ctrl-C aborts the signal instead of ending the process at once. For commands that wait for work
 * which goes on without them.
 */
export function catchInterrupts(): AbortSignal {
  return ports.catchInterrupts();
}

/** Rewrites the calls of the command in a sentence, so that they can be typed where this call was and ask the same API. */
export function nameOwnCommand(sentence: string): string {
  return nameCalls(sentence, ports.ownCall());
}
