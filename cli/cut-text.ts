/** A text of at most so many characters; what is cut ends with an ellipsis. */
export function cutText(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1).trimEnd()}…`;
}
