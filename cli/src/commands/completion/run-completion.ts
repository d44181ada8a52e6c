import { script } from '@bomb.sh/tab';
import type { Environment } from '../../../../server/src/commands/framework/describe-command.ts';

export async function run(_: Environment, shell: string): Promise<void> {
  script(shell, 'orgdesk', 'orgdesk');
}
