/** Remote text must not steer the terminal that shows it. */
export function withoutControls(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, '');
}
