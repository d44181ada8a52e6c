import { CHECK_NAMES, type CheckName } from '../../doctor/finding.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import { refuse } from '../../domain/result.ts';
import { describeCommand, withoutWords } from '../command.ts';

const isCheckName = (name: string): name is CheckName => CHECK_NAMES.some((each) => each === name);

export const command = describeCommand({
  summary: 'checks the whole set-up, and says what to do about what is wrong',
  usage: ['doctor [--only NAME …]'],
  about: `
Checks settings, key, App, clock, secrets, permissions, webhook, installations, addresses and database, whether or not the
service runs. Each line is ok, a note, a warning or a failure, with the next step. Changes nothing anywhere; takes thirteen
calls to the code host. What each check is about: npx orgdesk help checks. The checks:
${linesOf(CHECK_NAMES, 100)}`,
  options: {
    only: { type: 'string', multiple: true, value: 'NAME', says: 'runs this check; may be given more than once' },
    json: { type: 'boolean', says: 'answers with one line of JSON' },
  },
  exitCodes: {
    0: 'all is well',
    1: 'not checked, for a reason that standard error says',
    4: 'warnings, no failure',
    5: 'failures',
  },
  example: 'npx orgdesk doctor --only webhook --only deliveries',
  parse: ({ json = false, only = [] }, words) => {
    const unknown = only.find((name) => !isCheckName(name));
    if (unknown !== undefined) {
      const nearest = nearestName(unknown, CHECK_NAMES);
      return refuse(
        `there is no check ${JSON.stringify(unknown)}${nearest === null ? '' : `. Did you mean ${nearest}?`}`,
      );
    }
    return withoutWords(words, { json, only: only.length === 0 ? null : only.filter(isCheckName) });
  },
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
