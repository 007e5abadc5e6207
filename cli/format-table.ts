/** Rows with their columns aligned, for people; numbers stand at the right of their column. */
export function formatTable(header: string[], rows: (string | number)[][]): string {
  const texts = [header, ...rows.map((row) => row.map(String))];
  const widths = header.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  const isNumeric = header.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const lines = texts.map((row) =>
    row
      .map((text, column) => {
        const width = widths[column] ?? 0;
        return isNumeric[column] ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
