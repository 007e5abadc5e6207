import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { measureDashboard, tooLarge } from './dashboard/sizes.ts';

// `npm run build:dashboard`: builds the dashboard for browsers, in dist/dashboard, from which the API serves it, or the given
// folder. It fails when a page is too large.

const ROOT = fileURLToPath(new URL('../', import.meta.url));

// React is a third smaller and twice as fast without its checks.
process.env['NODE_ENV'] = 'production';

const outDir = process.argv[2] ?? `${ROOT}dist/dashboard`;
await build({
  root: `${ROOT}dashboard`,
  configFile: false,
  logLevel: 'warn',
  plugins: [react(), tailwind()],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    // Inline nothing: the page's policy allows no `data:` scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
const sizes = measureDashboard(outDir);
const complaints = tooLarge(sizes);
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;
const later = Object.entries(sizes.later).map(([name, bytes]) => `${name} ${kilobytes(bytes)}`);
console.error(
  `The dashboard is in ${outDir}: first page ${kilobytes(sizes.first)} gzipped; ${later.join(', ')}.`,
);
