import { useCallback, useState } from 'react';

type Ids = ReadonlySet<string>;

const NONE: Ids = new Set();

/** Keeps the ids of the selected rows. A new search clears the selection, so that nobody acts on rows that they do not see. */
export function useSelection(q: string | undefined) {
  const [{ of, ids }, set] = useState<{ of: string | undefined; ids: Ids }>({ of: q, ids: NONE });
  const select = useCallback(
    (changed: string[], isSelected: boolean): void =>
      set((before) => {
        const after = new Set(before.of === q ? before.ids : NONE);
        for (const id of changed)
          if (isSelected) after.add(id);
          else after.delete(id);
        return { of: q, ids: after };
      }),
    [q],
  );
  const clear = useCallback((): void => set({ of: q, ids: NONE }), [q]);
  return { selected: of === q ? ids : NONE, select, clear };
}
