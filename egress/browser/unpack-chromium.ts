import chromium from '@sparticuz/chromium';

// Unpacks the Chromium that comes as an npm package into the folder that TMPDIR names: the package knows no other way to
// be told where. `find-browser.ts` runs this in a process of its own, which a failure ends with a code of its own.
chromium.setGraphicsMode = false;
void chromium.executablePath();
