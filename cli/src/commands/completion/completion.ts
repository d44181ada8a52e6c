import { describeCommand } from '../../../../server/src/commands/framework/describe-command.ts';
import { ok, refuse } from '../../../../server/src/domain/result.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'];

export const command = describeCommand({
  summary: 'prints the script that completes commands and options in a shell',
  usage: ['completion SHELL'],
  about: `SHELL is ${SHELLS.join(', ')}. The program must be in the PATH as orgdesk.`,
  options: {},
  exitCodes: { 0: 'done' },
  example:
    "echo 'source <(orgdesk completion bash)' >> ~/.bashrc\norgdesk completion fish > ~/.config/fish/completions/orgdesk.fish",
  parse: (_, [shell = '', ...others]) =>
    SHELLS.includes(shell) && others.length === 0 ? ok(shell) : refuse(`completion takes ${SHELLS.join(', ')}`),
  load: () => import('./run-completion.ts'),
});
