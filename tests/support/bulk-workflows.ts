// The real bulk actions, jobs and starters, and chains that do only what a test wants.
export { bulkAction } from '../../workflows/bulk-action.ts';
export { job } from '../../workflows/job.ts';
export { crawlDispensary, startOnce } from './fan-out-workflows.ts';
