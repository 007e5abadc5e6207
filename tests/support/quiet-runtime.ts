import { IllegalStateError } from '@temporalio/common';
import { DefaultLogger, Runtime } from '@temporalio/worker';

/** Silences warnings: some tests are about failing workflows, whose warnings would hide everything else. */
export function quietRuntime(): void {
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  } catch (error) {
    // Tests and files share a process, so another one may have installed it first.
    if (!(error instanceof IllegalStateError)) throw error;
  }
}
