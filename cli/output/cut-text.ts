import stringWidth from 'string-width';

/**
 * Cuts a text to a width in terminal columns; an ellipsis stands for what is cut.
 * @param end the end of the text, which stays
 */
export function cutText(text: string, widthMax: number, end = ''): string {
  if (stringWidth(text) <= widthMax) return text;
  let [kept, width] = ['', 0];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    width += stringWidth(segment);
    if (width > widthMax - 1 - stringWidth(end)) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…${end}`;
}
