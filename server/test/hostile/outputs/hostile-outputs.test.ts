import type { OrganizationPlan, PlanStep } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { planAsMarkdown, planAsText } from '../../../../cli/src/commands/file/plans.ts';
import { fileNameOf } from '../../../src/http/answers/in-pieces.ts';
import { escaped } from '../../../src/http/answers/outcome-page.ts';
import { createLog, createTextLine } from '../../../src/operate/log.ts';
import { NAUGHTY_STRINGS } from '../requests/naughty-strings.ts';

/** Names from files and from the code host, by what they try to become. Cells of CSV have properties of their own. */
const HOSTILE: readonly string[] = [
  ...NAUGHTY_STRINGS,
  '@everyone',
  '[a](https://evil.example)',
  '![a](https://evil.example/x.png)',
  '<img src=x onerror=alert(1)>',
  '``` \n# Approved\n```',
  'a`b``c```d',
  '**bold** _it_ ~~gone~~ <!-- hidden -->',
  '\u001b[2J\u001b[1;1H\u001b]0;title\u0007',
  '\u009b31m',
  'ok\r\u001b[Kdone',
  'line\nlevel=error msg="forged"',
  'line\u2028next\u2029next',
  '\u202egnp.exe',
  '\u2066isolated',
  '../../etc/passwd',
  'a"; filename="b.exe',
  'name\r\nSet-Cookie: a=b',
];

const stepOf = (name: string): PlanStep => ({
  kind: 'edit-team',
  login: name,
  team: name,
  teamId: 1,
  repository: name,
  id: 1,
  from: { description: name },
  to: { description: `${name}.` },
  needs: null,
  after: [],
});

const planOf = (name: string): OrganizationPlan =>
  ({
    organization: { id: 1, login: 'acme' },
    hash: 'a'.repeat(64),
    dangers: [{ kind: 'access-lost', count: 2, names: [name, name] }],
    steps: [stepOf(name)],
  }) as unknown as OrganizationPlan;

function logged(text: string): string {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).info({ organization: text }, `about ${text}`);
  return lines.join('');
}

/** Without what is code, which nothing inside can end. */
const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^```diff\n[^`]*^```$/gm, '```').replaceAll(/`[^`\n]*`/g, '`');

/** What each output makes of a text, and what of it may not depend on the text. */
const OUTPUTS: Readonly<
  Record<string, readonly [shown: (text: string) => string, fixed: (output: string) => unknown]>
> = {
  'a plan in a terminal': [(text) => planAsText(planOf(text)), linesIn],
  'a plan as Markdown': [(text) => planAsMarkdown(planOf(text)), withoutCode],
  'a log line as JSON': [logged, (line) => [line.split('\n').length, Object.keys(JSON.parse(line) as object)]],
  'a log line as text': [(text) => createTextLine(false)(logged(text)), linesIn],
  'a page': [(text) => `<p title="${escaped(text)}">${escaped(text)}</p>`, (page) => page.replaceAll(/[^<>"']/g, '')],
  'a file name': [
    (text) => `attachment; filename="${fileNameOf('people', text, new Date(0), 'csv')}"`,
    (header) => header.replaceAll(/[\w-]/g, ''),
  ],
};

describe.each(Object.entries(OUTPUTS))('%s', (output, [shown, fixed]) => {
  test('is no different in its form, whatever a name says', () => {
    for (const text of HOSTILE) expect(fixed(shown(text)), JSON.stringify(text)).toEqual(fixed(shown('ada')));
  });

  test('moves no cursor and turns no text', () => {
    for (const text of HOSTILE)
      if (output !== 'a page')
        expect(shown(text).replaceAll('\n', ''), JSON.stringify(text)).not.toMatch(
          output === 'a log line as JSON' ? CONTROLS : CONTROLS_AND_DIRECTIONS,
        );
  });
});

function linesIn(text: string): number {
  return text.split(/\r\n|[\n\r\u2028\u2029\u0085]/).length;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const CONTROLS = /[\u0000-\u001f]/;
const CONTROLS_AND_DIRECTIONS = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
