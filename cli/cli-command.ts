import { Command, type OptionValues } from 'commander';

/**
 * Whether calls of a command change something for others: all, none, or those with certain options. Changes take
 * `--reason`, and are noted in the audit.
 */
type Effect = 'changes' | 'reads' | ((options: OptionValues) => boolean);

/** The effect of a command that changes nothing with `--dry-run`. */
export const unlessDryRun = ({ dryRun }: OptionValues): boolean => dryRun !== true;

/** A command that says where it is declared what it does to the system, and how it is called. */
export class CliCommand extends Command {
  #effect: Effect | null = null;
  #examples: readonly string[] = [];
  #usesApi = false;

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** Says what it does to the system. */
  effect(effect: Effect): this {
    this.#effect = effect;
    return this;
  }

  /**
   * Says that the API does its work, unless `--direct` is given, and notes what it changes; adds `--server`, `--context`, and
   * `--json` where the command does not say itself what that prints.
   */
  viaApi({ isText = false } = {}): this {
    this.#usesApi = true;
    if (!isText && !this.options.some(({ long }) => long === '--json'))
      this.option('--json', 'prints it as JSON');
    return this.option(
      '--server <url>',
      'the API; default: CRAWLCHAIN_URL, or the API of `npm start`',
    ).option('--context <name>', 'the API of this context; default: CRAWLCHAIN_CONTEXT, or the one in use');
  }

  /** Calls that `--help` and docs/reference/command.md show. */
  examples(...examples: string[]): this {
    this.#examples = examples;
    return this.addHelpText('after', `\nExamples:\n  ${examples.join('\n  ')}`);
  }

  /** The calls that its help shows. */
  get exampleCalls(): readonly string[] {
    return this.#examples;
  }

  /** Whether a call may change something, with some options at least. */
  get mayChange(): boolean {
    return this.#known !== 'reads';
  }

  /** Whether this call changes something that the command itself has to note in the audit. */
  get isNotedHere(): boolean {
    const effect = this.#known;
    const isChange = typeof effect === 'function' ? effect(this.opts()) : effect === 'changes';
    // In an emergency a call goes past the API.
    const { direct } = this.opts();
    return isChange && (!this.#usesApi || direct === true);
  }

  /** A change that is not noted must not happen by oversight. */
  get #known(): Effect {
    if (this.#effect === null) throw new Error(`The command ${this.name()} does not say what it does.`);
    return this.#effect;
  }
}
