/** Writes to standard output, as fast as it is read. @returns false: nobody reads any more */
export function write(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(text, (error) => resolve(error == null));
  });
}
