import chromium from '@sparticuz/chromium';

// Unpacks the npm package's Chromium into the folder of TMPDIR, the only way to choose that package's target. `find-browser.ts`
// runs this in a separate process, which reports a failure by its exit code.
chromium.setGraphicsMode = false;
void chromium.executablePath();
