import { writeWorkflowBundle } from '../workers/workflow-bundle.ts';

// `npm run bundle [PATH]`: builds the workflow code once, for workers whose WORKFLOW_BUNDLE_PATH names the file.

const path = process.argv[2] ?? '.data/workflow-bundle.js';
await writeWorkflowBundle(path);
console.log(`Wrote ${path}.`);
