import type { Environment } from '@orgdesk/command-framework/describe-command';
import { print } from '../../output/print.ts';
import { SCRIPTS } from './scripts.ts';
import type { Shell } from './shells.ts';

export async function run(_: Environment, shell: Shell): Promise<void> {
  print(SCRIPTS[shell]);
}
