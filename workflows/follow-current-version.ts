import { setWorkflowOptions, workflowInfo, type Workflow } from '@temporalio/workflow';

/**
 * Has a workflow go on with the version that is current, also in the middle. The server refuses to hear of that from a
 * worker without versions, so it is only said by one that has them.
 */
export function followCurrentVersion(workflow: Workflow): void {
  setWorkflowOptions(
    () =>
      workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'AUTO_UPGRADE' } : {},
    workflow,
  );
}
