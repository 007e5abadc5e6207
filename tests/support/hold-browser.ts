import { startBrowserProcess } from '../../egress/browser/browser-process.ts';

// Runs a browser and nothing else, so that tests can inspect and kill it: `node hold-browser.ts EXECUTABLE ROOT FONTS [FLAG]`.

const [executable = '', root = '', fonts = '', ...more] = process.argv.slice(2);
const browser = await startBrowserProcess({
  executable,
  root,
  timeZone: 'UTC',
  env: { FONTCONFIG_PATH: fonts },
  flags: (folder) => ['--headless', ...more, `--user-data-dir=${folder}/profile`, 'about:blank'],
});
process.stdout.write(`${browser.pid}\n`);
await browser.exited;
