/** Removes control characters, because remote text must not control the terminal that shows it. */
export function withoutControls(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, '');
}
