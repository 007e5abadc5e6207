import { downloadFile } from '../../../egress/download-file.ts';
import { openPartFile } from '../../../storage/part-file.ts';
import { proxyAt } from './failing-world.ts';
import { openTransport } from './open-transport.ts';

// Downloads a file in a process of its own, which can be killed, and prints how many bytes it has received.
const [url = '', proxyPort, folder = ''] = process.argv.slice(2);
const transport = await openTransport({ proxy: proxyAt(Number(proxyPort)) });
const file = await openPartFile(folder, 'one');
await downloadFile(transport, url, {
  file,
  headers: [],
  wanted: 'any',
  maxBytes: Infinity,
  paced: (send) => send(() => undefined),
  onProgress: ({ bytes }) => void process.stdout.write(`${bytes}\n`),
});
