/**
 * Markup and scripts that a browser or a web server would run. No photo contains them, not even in its metadata. Each pattern is
 * long enough that no picture of ten megabytes matches it by chance.
 */
const ACTIVE_TEXT = /<(?:script[\s>]|html[\s>]|iframe[\s>]|!doctype\s|svg\s+\w[\w:]+\s*=|\?php\s)/i;

const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_END_BYTES = 22;
const ZIP_COMMENT_BYTES_MAX = 65_535;
/** PDF readers search for the header in the first kilobyte. */
const PDF_HEAD_WITHIN = 1024;

/**
 * Detects a picture that is also another kind of file: a page, a script, a PDF, an archive. Such a file passes a check as a
 * picture, and then a program opens it as the other kind.
 * @returns the other kind in words, or null
 */
export function otherFileIn(bytes: Buffer): string | null {
  if (ACTIVE_TEXT.test(bytes.toString('latin1'))) return 'a page or a script';
  if (bytes.subarray(0, PDF_HEAD_WITHIN).includes('%PDF-')) return 'a PDF';
  // A JavaScript engine parses a GIF header as a name, and what follows as a comment.
  if (/^GIF8[79]a(?:\/\*|=)/.test(bytes.toString('latin1', 0, 8))) return 'a script';
  return endsAsZip(bytes) ? 'an archive' : null;
}

/** Whether a file ends like a ZIP archive: with a record that contains the length of a comment, which fills the rest of the file. */
function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-(ZIP_END_BYTES + ZIP_COMMENT_BYTES_MAX));
  for (let at = tail.lastIndexOf(ZIP_END); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(ZIP_END, at - 1)) {
    const end = at + ZIP_END_BYTES;
    if (end <= tail.length && end + tail.readUInt16LE(end - 2) === tail.length) return true;
  }
  return false;
}
