import { showList, type ListOptions } from '../../output/show-list.ts';
import { readContexts } from '../../contexts/contexts-file.ts';

/** Shows the contexts without their keys. */
export async function listContexts(options: ListOptions): Promise<void> {
  await showList(
    {
      columns: [
        { header: 'name', value: 'name', kind: 'id' },
        { header: 'API', value: 'url' },
        { header: 'key', value: ({ has_key: hasKey }) => (hasKey ? 'kept' : null) },
        { header: 'used', value: ({ is_current: isCurrent }) => (isCurrent ? 'yes' : null) },
      ],
      none: 'There are none. `crawlchain contexts add NAME --server URL` adds one.',
    },
    options,
    async function* () {
      const { current, contexts } = await readContexts();
      const items = Object.entries(contexts).map(([name, { url, key }]) => ({
        name,
        url,
        has_key: key !== null,
        is_current: name === current,
      }));
      yield { items };
    },
  );
}
