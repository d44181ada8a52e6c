import { expect, test } from 'vitest';
import type { OrganizationPlan, PlanStep } from '../../client/src/index.ts';
import { problemsAsMarkdown } from '../src/commands/file/files.ts';
import { planAsMarkdown, planAsText } from '../src/commands/file/plans.ts';

const STEP: PlanStep = {
  kind: 'set-team-access',
  login: null,
  team: 'core',
  teamId: 1,
  repository: 'api',
  id: 1,
  from: null,
  to: { permission: 'push' },
  needs: null,
  after: [],
};

const planOf = (steps: readonly PlanStep[], names: readonly string[] = []): OrganizationPlan => ({
  version: 1,
  organization: { id: 1, login: 'acme' },
  dangers: names.length === 0 ? [] : [{ kind: 'teams-with-people', count: names.length, names: [...names] }],
  steps: [...steps],
  hash: 'abc',
  files: '',
  expiresAt: '2026-01-01T00:00:00.000Z',
  seal: '',
});

test('steps that the App may not make are marked and counted apart', () => {
  const plan = planOf([STEP, { ...STEP, repository: 'web', needs: 'administration: write' }]);
  const lines = [
    '1 access of a team to change.',
    '1 of 2 steps will be left out: the App needs administration: write.',
    'Plan abc',
    '+ set team access: team core, api (permission push)',
    '+ set team access: team core, web (permission push) [left out]',
  ];
  expect(planAsText(plan)).toBe(lines.map((line) => `${line}\n`).join(''));
  expect(planAsMarkdown(plan)).toContain(lines[1]);
  expect(planAsMarkdown(plan)).toContain(lines[4]);
});

const HOSTILE = [
  '```',
  '~~~',
  '`` x ``',
  '<img src=x onerror=alert(1)>',
  '[link](https://evil.example)',
  '![image](https://evil.example/x.png)',
  '@acme/owners',
  '# heading',
  '\n\n# heading',
  '\r\n```\r\n@acme/owners',
  '| a | b |',
  '**bold**',
  '\\`',
  ' ',
  '',
  '\u202Etxt',
  '\u001b[31mred',
  '-->',
  'https://evil.example',
];

test.each(['::error ::x', '##[add-mask]x', '\n::stop-commands::x'])('%j from a file is no command in a log', (text) => {
  const plan = planOf([{ ...STEP, team: text, repository: text, to: { description: text } }], [text]);
  const problem = { file: text, line: 1, column: 1, message: text, source: text, nearest: text };
  const shown = [planAsText(plan), planAsMarkdown(plan), problemsAsMarkdown([problem])].join('');
  expect(shown).not.toMatch(/^\s*::|##\w*\[/m);
});

/** Removes blocks and spans of code, as CommonMark finds them. */
const outsideCode = (markdown: string): string =>
  markdown.replace(/^```[a-z]*\n[^`]*\n```$/gm, '').replace(/(?<!`)`[^`\n]+`(?!`)/g, '');

test.each(HOSTILE)('%j from a file is inert in the Markdown of a plan', (text) => {
  const shown = outsideCode(planAsMarkdown(planOf([{ ...STEP, team: text, to: { description: text } }], [text, text])));
  const plain = outsideCode(planAsMarkdown(planOf([{ ...STEP, team: 'x', to: { description: 'x' } }], ['x', 'x'])));
  expect(shown).toBe(plain);
});

test.each(HOSTILE)('%j from a file is inert in the Markdown of its problems', (text) => {
  const problem = { file: text, line: 1, column: 1, message: `"${text}" is wrong.`, source: text, nearest: text };
  const shown = outsideCode(problemsAsMarkdown([problem]));
  expect(shown).toBe(outsideCode(problemsAsMarkdown([{ ...problem, file: 'x', message: 'x', source: 'x' }])));
});
