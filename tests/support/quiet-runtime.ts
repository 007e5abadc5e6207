import { IllegalStateError } from '@temporalio/common';
import { DefaultLogger, Runtime } from '@temporalio/worker';

/** Failing workflows are what some tests are about: their warnings would hide everything else. */
export function quietRuntime(): void {
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  } catch (error) {
    // Tests of a file, and files, share a process: another one was first.
    if (!(error instanceof IllegalStateError)) throw error;
  }
}
