import { readContexts } from '../../contexts/contexts-file.ts';
import { formatTable } from '../../format-table.ts';

/** Shows the contexts without their keys. */
export async function listContexts({ json }: { json?: true }): Promise<void> {
  const { current, contexts } = await readContexts();
  const shown = Object.entries(contexts).map(([name, { url, key }]) => ({
    name,
    url,
    has_key: key !== null,
    is_current: name === current,
  }));
  if (json === true) return void process.stdout.write(`${JSON.stringify(shown)}\n`);
  if (shown.length === 0) {
    process.stdout.write('There are none. `crawlchain contexts add NAME --server URL` adds one.\n');
    return;
  }
  process.stdout.write(
    formatTable(
      ['name', 'API', 'key', 'used'],
      shown.map(({ name, url, has_key: hasKey, is_current: isCurrent }) => [
        name,
        url,
        hasKey ? 'kept' : '-',
        isCurrent ? 'yes' : '-',
      ]),
    ),
  );
}
