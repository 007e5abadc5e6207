import { LIE_FAMILIES, LIE_KINDS } from '../sandbox/lies/lie-kinds.ts';
import { platformsOf } from '../sandbox/lies/lie-kind.ts';
import { EVENT_KINDS } from '../sandbox/world/events/event-kinds.ts';
import type { LieFamily } from '../sandbox/lies/lie-kind.ts';

const HEAD = `# Events and lies of the sandbox

What [the sandbox](sandbox.md) can do to the menus of its stores. Made from \`sandbox/\` by \`node scripts/check-docs.ts --write\`.
`;

const LIES = `## Lies

What \`POST /control/lies\` takes as \`kind\`: ${LIE_KINDS.length} kinds of menus that are well-formed and wrong.

*Harms* is what a reader who believes the menu gets wrong: stock, prices, or which product is which. *Share* says whether
\`share\` limits the lie to a part of the products. *Platforms* are those whose menus have what the lie is about.
`;

/** Generates the page of what the control server accepts: event kinds, and the lies of each family. */
export function writeSandboxPage(): string {
  return [HEAD, events(), LIES, ...LIE_FAMILIES.map(describeFamily)].join('\n');
}

function events(): string {
  const rows = EVENT_KINDS.map(({ name, frequency, ends, about, needs }) => {
    const what = needs ? `${about} Needs a store ${needs.description}.` : about;
    return `| \`${name}\` | ${frequency} | ${ends ? 'passes' : 'stays'} | ${what} |`;
  });
  return `## Events

What \`POST /control/events\` takes as \`kind\`: large and honest changes. *Lasts* says whether such a change goes away by itself in real stores
(passes) or does not (stays).

| kind | frequency | lasts | what happens |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function describeFamily({ family, kinds }: LieFamily): string {
  const rows = kinds.map((kind) => {
    const harms = kind.harms.length === 0 ? 'nothing by itself' : kind.harms.join(', ');
    const share = 'menu' in kind ? 'yes' : 'no';
    return `| \`${kind.name}\` | ${kind.about} | ${harms} | ${share} | ${platformsOf(kind).join(', ')} |`;
  });
  return `### ${family[0]!.toUpperCase()}${family.slice(1)}

| kind | the menu | harms | share | platforms |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
