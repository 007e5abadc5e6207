import { useSession } from '../session/use-session.ts';

/** Shows a call of the command, as it can be typed on the API's machine. @param words the words after the name of the command */
export function CommandLine({ words }: { words: string }) {
  return (
    <code>
      {useSession().data?.command ?? 'npx crawlchain'} {words}
    </code>
  );
}
