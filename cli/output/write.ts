/**
 * Writes a text to standard output; resolves when it is written, so that the caller writes no faster than the output is read.
 * @returns false if the reader has closed the output
 */
export function write(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(text, (error) => resolve(error == null));
  });
}
