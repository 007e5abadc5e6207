import { commandsOf, isGroup, type PlacedCommand } from '../cli/command-tree.ts';
import { createProgram } from '../cli/program.ts';

const CHARACTERS_MAX = 110;

/** Generates the command's reference page from the `--help` of each command. */
export async function writeCommandPage(): Promise<string> {
  const program = await createProgram([]);
  const commands = commandsOf(program);
  const rows = commands
    .filter((placed) => !isGroup(placed))
    .map(
      ({ path, command }) =>
        `| [${path}](#crawlchain-${path.replaceAll(' ', '-')}) | ${command.description()} |`,
    );
  return `# The command

\`npx crawlchain\` steers crawls. It is what \`--help\` says, made by \`node scripts/check-docs.ts --write\`.

Commands with \`--server\` call the [API](api.md): the first that is given of \`--server\`, \`--context\`, \`CRAWLCHAIN_URL\` (with the key of
\`CRAWLCHAIN_KEY\`), \`CRAWLCHAIN_CONTEXT\`, and the [context](#crawlchain-contexts-use) in use. A context is the address of an API and its key under a name, in a
file that nobody else can read. The others use
the database of \`DATABASE_URL\` and the Temporal of \`TEMPORAL_ADDRESS\` ([configuration.md](configuration.md)). Where these are not
set, the command uses what \`npm start\` runs in \`.data\`, or in the folder of \`--data-dir\`, with the settings of its workers
(\`worker.env\` in that folder) for what the command's own environment does not set. What people read is a table or a sentence;
\`--json\` prints the same for programs, in snake_case as the API does, on standard output, and what is said meanwhile goes to standard
error.

| exit code | means |
| --- | --- |
| 0 | done |
| 1 | it failed, perhaps in the middle, or found something that does not work, such as an API that does not answer |
| 2 | refused, and nothing was changed: the call or the settings are wrong, or the database or Temporal does not answer |
| 130 | ended by Ctrl-C; work that was waited for goes on |

What changes something is noted before it is done, by the API or, where a command does not call it, by the command: who (the key, or \`command:user@machine\`), when, the words of the call, why where
\`--reason\` says it, and how it ended. [\`crawlchain audit\`](#crawlchain-audit) and \`GET /api/audit\` show it. What cannot be
noted is done all the same, and standard error says so. The reason of what starts, retries or ends tasks and jobs is also in
their timelines, which all keys of the scope \`read\` are shown.

Completion, for the shell that is open: \`source <(npx crawlchain completion bash)\`. It completes the word \`crawlchain\`, which is
there after \`npm link\` or \`alias crawlchain='npx crawlchain'\`.

| command | does |
| --- | --- |
${rows.join('\n')}

${commands.map(section).join('\n')}`;
}

function section(placed: PlacedCommand): string {
  const { path, command } = placed;
  const title = `## crawlchain ${path}\n\n`;
  if (isGroup(placed)) return `${title}${command.description()}\n`;
  return `${title}\`\`\`text\n${helpOf(placed)}\n\`\`\`\n`;
}

function helpOf({ command }: PlacedCommand): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => void (text += part), getOutHelpWidth: () => CHARACTERS_MAX });
  command.outputHelp();
  return text.trim();
}
