import { RootCommand } from '@bomb.sh/tab';
import type { Environment } from '../../../../server/src/commands/framework/describe-command.ts';
import { CALLS } from '../calls.ts';

export async function run(_: Environment, words: readonly string[]): Promise<void> {
  const root = new RootCommand();
  for (const [name, load] of Object.entries(CALLS)) {
    const { summary, options } = (await load()).command;
    const added = root.command(name, summary);
    for (const [option, { type, says, short }] of Object.entries(options)) {
      if (type === 'boolean') added.option(option, says, short ?? '');
      else added.option(option, says, () => {}, short ?? '');
    }
  }
  root.parse([...words]);
}
