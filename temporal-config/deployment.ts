/** The worker deployment that versions of the workflow code belong to, one after the other. */
export const DEPLOYMENT_NAME = 'crawlchain';
