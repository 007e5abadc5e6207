import { readFile } from 'node:fs/promises';

/** Reads the commands in the code blocks of a how-to page, without comments. @param name such as `upgrade` */
export async function readPageCommands(name: string): Promise<string[]> {
  const page = await readFile(new URL(`../../docs/how-to/${name}.md`, import.meta.url), 'utf8');
  return [...page.matchAll(/^ *```(?:sh)?\n([^]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.replace(/ # .*/, '').trim())
      .filter((line) => line !== ''),
  );
}
