import { sumOf, type Frame, type Stack } from './read-profile.ts';

const WIDTH = 1_600;
const ROW_HEIGHT = 17;
/** Narrower boxes, in pixels, are left out: nobody would see them. */
const WIDTH_MIN = 0.5;
/** The approximate width of a letter. */
const LETTER_WIDTH = 6.6;

interface Box {
  frame: Frame;
  left: number;
  depth: number;
  ms: number;
}

/**
 * Draws a flame graph as a standalone SVG: a box for each function, as wide as its time, above its caller's; the tooltip of a box
 * shows the whole name and the time.
 */
export function flameGraph(stacks: Stack[], title: string): string {
  const totalMs = sumOf(stacks);
  const pixelsPerMs = WIDTH / totalMs;
  const boxes = layOut(stacks, 0, 0).filter(({ ms }) => ms * pixelsPerMs >= WIDTH_MIN);
  const height = (Math.max(0, ...boxes.map(({ depth }) => depth)) + 3) * ROW_HEIGHT;
  const drawn = boxes.map((box) => {
    const x = (box.left * pixelsPerMs).toFixed(1);
    const y = height - (box.depth + 1) * ROW_HEIGHT;
    const width = box.ms * pixelsPerMs;
    const share = ((box.ms / totalMs) * 100).toFixed(1);
    const label = escapeXml(box.frame.name.slice(0, Math.floor(width / LETTER_WIDTH)));
    const hint = escapeXml(`${box.frame.name} ${box.frame.place}: ${box.ms.toFixed(0)} ms, ${share} %`);
    return (
      `<g><title>${hint}</title><rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="${ROW_HEIGHT - 1}" ` +
      `fill="${colorOf(box.frame)}"/><text x="${x}" y="${y + 12}">${label}</text></g>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11">`,
    `<text x="4" y="13">${escapeXml(title)}</text>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

/** Returns the boxes of a row and of all rows above it, with functions sorted by name. */
function layOut(stacks: Stack[], depth: number, left: number): Box[] {
  const deeper = stacks.filter(({ frames }) => frames.length > depth);
  const byFunction = Map.groupBy(deeper, ({ frames }) => `${frames[depth]!.name} ${frames[depth]!.place}`);
  let at = left;
  return [...byFunction]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, members]) => {
      const box = { frame: members[0]!.frames[depth]!, left: at, depth, ms: sumOf(members) };
      at += box.ms;
      return [box, ...layOut(members, depth + 1, box.left)];
    });
}

/** Highlights the project's own code against packages and Node. */
function colorOf({ place }: Frame): string {
  if (place.startsWith('node_modules/')) return '#f0c97d';
  return place.includes('/') ? '#ef8a62' : '#c9d3de';
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
