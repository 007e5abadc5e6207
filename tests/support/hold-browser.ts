import { startBrowserProcess } from '../../egress/browser/browser-process.ts';

// A program that has a browser and does nothing more, to be killed: `node hold-browser.ts EXECUTABLE ROOT FONTS`.

const [executable = '', root = '', fonts = ''] = process.argv.slice(2);
const browser = await startBrowserProcess({
  executable,
  root,
  timeZone: 'UTC',
  env: { FONTCONFIG_PATH: fonts },
  flags: (folder) => ['--headless', '--no-sandbox', `--user-data-dir=${folder}/profile`, 'about:blank'],
});
process.stdout.write(`${browser.pid}\n`);
await browser.exited;
