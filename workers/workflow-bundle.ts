import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

const WORKFLOWS_PATH = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));

/** The converter that workflows and their workers use for payloads. */
export const DATA_CONVERTER = {
  payloadConverterPath: fileURLToPath(new URL('../temporal-config/payload-converter.ts', import.meta.url)),
};

/**
 * Builds the workflow code for the sandbox. Fails if anything but workflow code is imported.
 * @param workflowsPath the file that exports the workflows
 */
export async function buildWorkflowBundle(workflowsPath = WORKFLOWS_PATH): Promise<{ code: string }> {
  const quiet = () => undefined;
  return bundleWorkflowCode({
    workflowsPath,
    ...DATA_CONVERTER,
    // The bundler logs each module at level info; its errors are thrown.
    logger: { log: quiet, trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

/** Builds the bundle into a file, so that several workers load the same one. The file is replaced atomically. */
export async function writeWorkflowBundle(path: string, workflowsPath?: string): Promise<void> {
  const { code } = await buildWorkflowBundle(workflowsPath);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.${process.pid}.tmp`, code);
  await rename(`${path}.${process.pid}.tmp`, path);
}
