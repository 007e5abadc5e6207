/**
 * Markup and scripts that a browser, or a server of pages, would run. No photo has them, not in its metadata either. Each
 * pattern is so long that no picture of ten megabytes matches it by chance.
 */
const ACTIVE_TEXT = /<(?:script[\s>]|html[\s>]|iframe[\s>]|!doctype\s|svg\s+\w[\w:]+\s*=|\?php\s)/i;

const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_END_BYTES = 22;
const ZIP_COMMENT_BYTES_MAX = 65_535;
/** Readers of PDF look for its head in the first kilobyte. */
const PDF_HEAD_WITHIN = 1024;

/**
 * Tells whether a picture is another kind of file at the same time: a page, a script, a PDF, an archive. Such a file is
 * made to be taken for one thing by whoever checks it and for another by whoever opens it.
 * @returns the other kind in words, or null
 */
export function otherFileIn(bytes: Buffer): string | null {
  if (ACTIVE_TEXT.test(bytes.toString('latin1'))) return 'a page or a script';
  if (bytes.subarray(0, PDF_HEAD_WITHIN).includes('%PDF-')) return 'a PDF';
  // A JavaScript engine takes the head of a GIF for a name, and what follows for a comment.
  if (/^GIF8[79]a(?:\/\*|=)/.test(bytes.toString('latin1', 0, 8))) return 'a script';
  return endsAsZip(bytes) ? 'an archive' : null;
}

/** An archive ends with a record that says how long the comment after it is: exactly up to the end of the file. */
function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-(ZIP_END_BYTES + ZIP_COMMENT_BYTES_MAX));
  for (let at = tail.lastIndexOf(ZIP_END); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(ZIP_END, at - 1)) {
    const end = at + ZIP_END_BYTES;
    if (end <= tail.length && end + tail.readUInt16LE(end - 2) === tail.length) return true;
  }
  return false;
}
