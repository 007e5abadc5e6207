import { LIE_FAMILIES, LIE_KINDS } from '../sandbox/lies/lie-kinds.ts';
import { platformsOf } from '../sandbox/lies/lie-kind.ts';
import type { LieFamily } from '../sandbox/lies/lie-kind.ts';

const HEAD = `# Lies of the sandbox

What \`POST /control/lies\` of [the sandbox](sandbox.md#lies) takes as \`kind\`: ${LIE_KINDS.length} kinds of menus that are well-formed and wrong. Made from
\`sandbox/lies/\` by \`node scripts/check-docs.ts --write\`.

*Harms* is what a reader who believes the menu gets wrong: stock, prices, or which product is which. *Share* says whether
\`share\` limits the lie to a part of the products. *Platforms* are those whose menus have what the lie is about.
`;

/** The page with a table of the kinds of each family. */
export function writeLiesPage(): string {
  return [HEAD, ...LIE_FAMILIES.map(describeFamily)].join('\n');
}

function describeFamily({ family, kinds }: LieFamily): string {
  const rows = kinds.map((kind) => {
    const harms = kind.harms.length === 0 ? 'nothing by itself' : kind.harms.join(', ');
    const share = 'menu' in kind ? 'yes' : 'no';
    return `| \`${kind.name}\` | ${kind.about} | ${harms} | ${share} | ${platformsOf(kind).join(', ')} |`;
  });
  return `## ${family[0]!.toUpperCase()}${family.slice(1)}

| kind | the menu | harms | share | platforms |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
