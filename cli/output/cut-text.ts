import stringWidth from 'string-width';

/** Cuts a text to a width in terminal columns; a cut text ends with an ellipsis. */
export function cutText(text: string, widthMax: number): string {
  if (stringWidth(text) <= widthMax) return text;
  let [kept, width] = ['', 0];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    width += stringWidth(segment);
    if (width > widthMax - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
