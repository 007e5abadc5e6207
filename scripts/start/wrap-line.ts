const WIDTH = 100;
const INDENT = '  ';

/** Breaks a long line between its words; what follows the first is indented. A word that is longer, such as a URL, stays whole. */
export function wrapLine(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const isFirst = current.trim() === '';
    if (!isFirst && current.length + 1 + word.length > WIDTH) {
      lines.push(current);
      current = `${INDENT}${word}`;
    } else current = isFirst ? `${current}${word}` : `${current} ${word}`;
  }
  return [...lines, current].join('\n');
}
