import { describe, expect, test } from 'vitest';
import { CliCommand, unlessDryRun } from '../../../cli/cli-command.ts';

const called = (command: CliCommand, ...text: string[]) =>
  command
    .option('--dry-run')
    .action(() => undefined)
    .parse(text, { from: 'user' });

describe('CliCommand', () => {
  test('notes its changes itself, unless the API does, and nothing where it only reads', () => {
    expect(called(new CliCommand('stop').effect('changes')).isNotedHere).toBe(true);
    expect(called(new CliCommand('stop').effect('changes').viaApi()).isNotedHere).toBe(false);
    expect(called(new CliCommand('list').effect('reads')).isNotedHere).toBe(false);
  });

  test('that changes nothing with --dry-run may change something all the same', () => {
    const dry = called(new CliCommand('replay').effect(unlessDryRun), '--dry-run');
    expect([dry.mayChange, dry.isNotedHere]).toEqual([true, false]);
    expect(called(new CliCommand('replay').effect(unlessDryRun)).isNotedHere).toBe(true);
  });

  test('that does not declare its effect is a defect', () => {
    expect(() => new CliCommand('forgotten').mayChange).toThrow(
      'The command forgotten does not declare its effect.',
    );
  });
});
