import { text } from './variable.ts';

/** Comma-separated `name=share` pairs, parsed to an object with a share from 0 to 1 for each name. */
export const sharesByName = text.transform((given, context) => {
  const shares: Record<string, number> = {};
  for (const item of given.split(',')) {
    const [, name = '', share = ''] = /^\s*([\w-]+)\s*=\s*([\d.]+)\s*$/.exec(item) ?? [];
    if (Number(share) >= 0 && Number(share) <= 1 && name !== '') shares[name] = Number(share);
    else context.addIssue({ code: 'custom', message: `${item} is no name with a share from 0 to 1` });
  }
  return shares;
});
