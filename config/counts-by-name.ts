import { text } from './variable.ts';

/** Comma-separated `name=count` pairs, parsed to an object with a whole number above 0 for each name. */
export const countsByName = text.transform((given, context) => {
  const counts: Record<string, number> = {};
  for (const item of given.split(',')) {
    const [, name = '', count = ''] = /^\s*([^=]*[^=\s])\s*=\s*(\d{1,9})\s*$/.exec(item) ?? [];
    if (Number(count) > 0 && name !== '') counts[name] = Number(count);
    else context.addIssue({ code: 'custom', message: `${item} is no name with a whole number above 0` });
  }
  return counts;
});
