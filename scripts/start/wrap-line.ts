const WIDTH = 100;
const INDENT = '  ';

/** Wraps a long line between words and indents the continuation lines. A longer word, such as a URL, stays whole. */
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
