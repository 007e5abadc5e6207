import { Command, Option, type OptionValues } from 'commander';
import type { ApiList, ItemOf, ListRoute } from './api/declare-list.ts';
import type { ApiRequest } from './api/declare-request.ts';
import { confirm } from './output/confirm.ts';
import { addListOptions } from './output/list-options.ts';

/**
 * Whether calls of a command change shared state: all, none, or those with certain options. Changes accept `--reason`, and are
 * recorded in the audit.
 */
type Effect = 'changes' | 'reads' | ((options: OptionValues) => boolean);

/** The `Effect` of a command that changes nothing with `--dry-run`. */
export const unlessDryRun = ({ dryRun }: OptionValues): boolean => dryRun !== true;

/** Creates the option `--yes`, for commands that ask before they change something. */
export const yesOption = (): Option => new Option('-y, --yes', 'asks for no confirmation, for scripts');

/** A command that declares whether it changes something, and has example calls. */
export class CliCommand extends Command {
  #effect: Effect | null = null;
  #examples: readonly string[] = [];
  #usesApi = false;
  #completedBy: ((dataDir: string) => string) | null = null;

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** Declares whether calls of the command change something. */
  effect(effect: Effect): this {
    this.#effect = effect;
    return this;
  }

  /**
   * Declares that the API does the work and records changes, unless `--direct` is given. Adds `--server` and `--context`, and
   * `--json` unless the command declares that option itself.
   */
  viaApi({ isText = false } = {}): this {
    this.#usesApi = true;
    if (!isText && !this.options.some(({ long }) => long === '--json'))
      this.option('--json', 'prints it as JSON');
    return this.option(
      '--server <url>',
      'the URL of the API; default: CRAWLCHAIN_URL, or the API of `npm start`',
    ).option(
      '--context <name>',
      'uses the API of this context; default: CRAWLCHAIN_CONTEXT, or the current context',
    );
  }

  /** Makes the command show a list of the API, with the options that every list has. */
  list<Route extends ListRoute, Row = ItemOf<Route>>(list: ApiList<Route, Row>): void {
    addListOptions(this.effect('reads'), Number.isFinite(list.limit) ? list.limit : undefined)
      .viaApi()
      .action(async () => (await import('./api/declare-list.ts')).showApiList(this, list));
  }

  /** Makes the command send a request that only reads to the API, and show the answer. */
  reads<Args extends readonly unknown[], Options extends object, Answer, Input = Options>(
    request: ApiRequest<Args, Options, Input, Answer>,
  ): void {
    this.effect('reads').changes(request);
  }

  /** Makes the command send a request to the API that changes something, or what `effect` says, and show the answer. */
  changes<Args extends readonly unknown[], Options extends object, Answer, Input = Options>(
    request: ApiRequest<Args, Options, Input, Answer>,
  ): void {
    this.#effect ??= 'changes';
    // The client of the API is loaded with the call: `--help` does without it.
    this.viaApi().action(async () => (await import('./api/declare-request.ts')).sendRequest(this, request));
  }

  /** Adds options that several commands share. @param add adds them */
  with(add: (command: this) => unknown): this {
    add(this);
    return this;
  }

  /**
   * Makes the command ask in a terminal before it changes something, unless `--yes` is given.
   * @param question returns the question for the call's arguments and options; null: this call asks nothing
   */
  confirmed(question: (args: string[], options: OptionValues) => string | null): this {
    return this.addOption(yesOption()).hook('preAction', async (_, command) => {
      const options = command.opts();
      const asked = options.yes === true ? null : question(command.args, options);
      if (asked !== null) await confirm(asked);
    });
  }

  /**
   * Completes the command's argument with words that only this machine knows.
   * @param listing creates the line for a shell that prints them, one a line
   */
  completedBy(listing: (dataDir: string) => string): this {
    this.#completedBy = listing;
    return this;
  }

  /** Returns the line for a shell that prints the words of the command's argument; null: there is none. */
  listingIn(dataDir: string): string | null {
    return this.#completedBy?.(dataDir) ?? null;
  }

  /** Sets the example calls that `--help` and docs/reference/command.md show. */
  examples(...examples: string[]): this {
    this.#examples = examples;
    return this.addHelpText('after', `\nExamples:\n  ${examples.join('\n  ')}`);
  }

  /** The example calls that the help shows. */
  get exampleCalls(): readonly string[] {
    return this.#examples;
  }

  /** Whether some calls of the command change something. */
  get mayChange(): boolean {
    return this.#known !== 'reads';
  }

  /** Whether this call makes a change that the command itself has to record in the audit. */
  get isNotedHere(): boolean {
    const effect = this.#known;
    const isChange = typeof effect === 'function' ? effect(this.opts()) : effect === 'changes';
    // With `--direct` a call bypasses the API, which otherwise records the change.
    const { direct } = this.opts();
    return isChange && (!this.#usesApi || direct === true);
  }

  /** Throws for a command without a declared effect, so that no change is left out of the audit by oversight. */
  get #known(): Effect {
    if (this.#effect === null) throw new Error(`The command ${this.name()} does not declare its effect.`);
    return this.#effect;
  }
}
