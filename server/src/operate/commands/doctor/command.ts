import { withoutWords } from '@orgdesk/command-framework/describe-command';
import { CHECK_NAMES, type CheckName } from '../../doctor/finding.ts';
import { describeCommand } from '../command.ts';

const isCheckName = (name: string): name is CheckName => CHECK_NAMES.some((each) => each === name);

export const command = describeCommand({
  summary: 'checks the whole setup and shows how to fix problems',
  usage: ['doctor [--only CHECK …]'],
  about: `
Checks settings, key, App, clock, secrets, permissions, webhook, installations, URLs and database, whether or not the
service is running. Each line is ok, a note, a warning or a failure, with the next step. Changes nothing; sends 14
requests to the code host. For a description of each check: npx orgdesk help checks. The checks:
${linesOf(CHECK_NAMES, 100)}`,
  options: {
    only: {
      type: 'string',
      multiple: true,
      value: 'CHECK',
      choices: CHECK_NAMES,
      says: 'runs only this check; can be repeated',
    },
    json: { type: 'boolean', says: 'prints one line of JSON' },
  },
  exitCodes: {
    0: 'all checks passed',
    1: 'failed; see standard error',
    4: 'warnings, no failures',
    5: 'failures',
  },
  example: 'npx orgdesk doctor --only webhook --only deliveries',
  parse: ({ json = false, only = [] }, words) =>
    withoutWords(words, { json, only: only.length === 0 ? null : only.filter(isCheckName) }),
  warnsOfFile: true,
  load: () => import('./run.ts'),
});

function linesOf(names: readonly string[], width: number): string {
  const lines = [''];
  for (const name of names) {
    const last = lines.at(-1) ?? '';
    const next = last === '' ? name : `${last}, ${name}`;
    if (next.length < width) lines[lines.length - 1] = next;
    else lines.push(name);
  }
  return lines.join(',\n');
}
