import { RULE_SHARES, type RuleShares } from '../domain/belief/judge-menu.ts';
import { text } from './variable.ts';

/** `rule=share`, with commas between them, beside the shares of all other rules. */
export const ruleShares = text.transform((given, context): RuleShares => {
  const shares: Record<string, number> = { ...RULE_SHARES };
  for (const item of given.split(',')) {
    const [, rule = '', share = ''] = /^\s*([\w-]+)\s*=\s*([\d.]+)\s*$/.exec(item) ?? [];
    if (Object.hasOwn(RULE_SHARES, rule) && Number(share) >= 0 && Number(share) <= 1)
      shares[rule] = Number(share);
    else context.addIssue({ code: 'custom', message: `${item} is no rule with a share from 0 to 1` });
  }
  return shares;
});
