import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

const WORKFLOWS_PATH = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));

/** How workflows and their workers read what they are given. */
export const DATA_CONVERTER = {
  payloadConverterPath: fileURLToPath(new URL('../temporal-config/payload-converter.ts', import.meta.url)),
};

/**
 * Builds the code that runs in the workflow sandbox. Fails when anything but workflow code is drawn in.
 * @param workflowsPath the file that exports the workflows
 */
export async function buildWorkflowBundle(workflowsPath = WORKFLOWS_PATH): Promise<{ code: string }> {
  const quiet = () => undefined;
  return bundleWorkflowCode({
    workflowsPath,
    ...DATA_CONVERTER,
    // The bundler tells of each module at level info; its errors are thrown.
    logger: { log: quiet, trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

/** Builds the bundle into a file, so that several workers load the same one. Readers never see half of it. */
export async function writeWorkflowBundle(path: string, workflowsPath?: string): Promise<void> {
  const { code } = await buildWorkflowBundle(workflowsPath);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.${process.pid}.tmp`, code);
  await rename(`${path}.${process.pid}.tmp`, path);
}
