import { describeCommand } from '@orgdesk/command-framework/describe-command';
import { ok, refuse } from '@orgdesk/contract/result';
import type { Shell } from './run.ts';

const SHELLS = Object.keys({ bash: 0, zsh: 0, fish: 0 } satisfies Record<Shell, 0>) as readonly Shell[];

export const completion = describeCommand({
  summary: 'prints the script that completes commands and options in a shell',
  usage: SHELLS.map((shell) => `completion ${shell}`),
  about: 'Completes commands, options, their values and names of files. The program must be in the PATH as orgdesk.',
  options: {},
  exitCodes: { 0: 'done' },
  example:
    "echo 'source <(orgdesk completion bash)' >> ~/.bashrc\n" +
    "echo 'source <(orgdesk completion zsh)' >> ~/.zshrc\n" +
    'orgdesk completion fish > ~/.config/fish/completions/orgdesk.fish',
  parse: (_, [written, ...others]) => {
    const shell = SHELLS.find((each) => each === written);
    return shell !== undefined && others.length === 0 ? ok(shell) : refuse(`completion takes ${SHELLS.join(', ')}`);
  },
  load: async () => ({ run: (await import('./run.ts')).printScript }),
});
