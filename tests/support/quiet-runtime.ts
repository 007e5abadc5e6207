import { IllegalStateError } from '@temporalio/common';
import { DefaultLogger, Runtime } from '@temporalio/worker';

/** Silences the SDK's warnings: in tests about failing workflows, they would hide everything else. */
export function quietRuntime(): void {
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  } catch (error) {
    // Several tests and files share a process, so the runtime may already be installed.
    if (!(error instanceof IllegalStateError)) throw error;
  }
}
