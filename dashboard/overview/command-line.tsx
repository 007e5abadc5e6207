import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from './overview-query.ts';

/** Returns how the command is called on the API's machine; until that is known, the usual call. */
function useCommand(): string {
  return useQuery({ ...overviewQuery, staleTime: Infinity }).data?.command ?? 'npx crawlchain';
}

/** Shows a call of the command that can be typed as it stands. @param words the words after the name of the command */
export function CommandLine({ words }: { words: string }) {
  return (
    <code>
      {useCommand()} {words}
    </code>
  );
}
