/** Writes to standard output, as fast as it is read. @returns false if the reader has closed it */
export function write(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(text, (error) => resolve(error == null));
  });
}
