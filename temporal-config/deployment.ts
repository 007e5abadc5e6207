/** The worker deployment that all versions of the workflow code belong to. */
export const DEPLOYMENT_NAME = 'crawlchain';
