/** Returns the nearest field of `paths` that encloses a field: `Prices` encloses `Prices[]`. Null if there is none. */
export function outerOf(path: string, paths: { has: (path: string) => boolean }): string | null {
  for (let end = path.length - 1; end > 0; end -= 1) {
    const next = path[end]!;
    if (next !== '.' && next !== '[' && next !== '{') continue;
    const around = path.slice(0, end);
    if (paths.has(around)) return around;
  }
  return null;
}
