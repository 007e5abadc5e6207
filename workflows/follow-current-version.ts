import { setWorkflowOptions, workflowInfo, type Workflow } from '@temporalio/workflow';

/**
 * Lets a workflow move to the current worker version, even mid-run. The server rejects this behavior from unversioned workers, so
 * only versioned ones set it.
 */
export function followCurrentVersion(workflow: Workflow): void {
  setWorkflowOptions(
    () =>
      workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'AUTO_UPGRADE' } : {},
    workflow,
  );
}
