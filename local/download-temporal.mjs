// Makes the SDK download the Temporal CLI that it is tested with into a folder: `node download-temporal.mjs <folder>`. This is a
// separate process, because the SDK's runtime takes over signal handling and cannot be interrupted while it loads.
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [downloadDir] = process.argv.slice(2);
const environment = await TestWorkflowEnvironment.createLocal({
  server: { executable: { type: 'cached-download', downloadDir } },
});
await environment.teardown();
process.exit(0);
