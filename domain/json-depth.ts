/** How deeply a JSON document from outside may be nested, because code that handles it may be recursive. */
export const JSON_DEPTH_MAX = 64;

/** Whether an unparsed JSON text is nested more deeply than `JSON_DEPTH_MAX`. */
export function isTextTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

/** Whether a value is nested more deeply than `JSON_DEPTH_MAX`, without recursion; a circular value is too deep. */
export function isValueTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    // Each value is kept once: if values reference the next one twice, copies would double at each level.
    const holders = [...new Set(level.filter((one) => typeof one === 'object' && one !== null))];
    if (holders.length > 0 && depth === JSON_DEPTH_MAX) return true;
    level = holders.flatMap((one) => Object.values(one));
  }
  return false;
}
