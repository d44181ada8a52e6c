import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));

const NOTHING = /^\s*(No|Nothing|Nobody|None|Everyone|Everything|Every|All (checks|requested)|0 of)\b/;
/** Both say nothing of what was not read. */
const ELEMENTS = ['Nothing', 'NothingFound', 'NoMatch'];
const CALLS = ['noneRead'];
/** What is handed to such an element. */
const PROPERTIES = ['noMatch', 'empty', 'emptyText'];

/** Texts of which nothing was read from anywhere, by the reason. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'the read itself': [
    'No',
    'No result in what was loaded.',
    'No match in what was loaded',
    'Nothing could be checked.',
  ],
  'of lists that hand it to such an element': ['No matching people', 'No one matches these filters.'],
  'a choice or column of a list': ['None excluded', 'None: each cell is a person', 'No headings', 'None'],
  'what the person at the page entered': ['No one added yet', 'No one', 'No people found in “'],
  'an outcome that the service recorded': [
    'No one would have been changed.',
    'No team with this name.',
    'No team with this name',
    'No longer stored',
    'No longer open',
    'No change needed',
    'No response. The change may have been made. Preview it again to check.',
    'No response. The change may have been made. Plan again.',
    'No account with this username.',
    'No free seats.',
    'No username or email address.',
    'No reason given.',
    'No name',
    'No name to compare: your list says “',
    'Nothing more is started',
    'Nothing was exported yet.',
    'Nothing was changed.',
  ],
  'a preview or plan, which the service refuses to make of a part': [
    'Nothing changes in',
    'No one selected belongs to',
    'No one will',
    'No longer',
    'No longer an owner',
    'No other changes',
    'Nothing to change',
    'Nothing to change.',
  ],
  'a change that was not made': [
    'Nothing was sent',
    'Nothing was changed',
    'Nothing has been sent yet.',
    'Nothing has been sent.',
    'Nothing more is sent. Confirming the result for one person.',
    'Nothing more is started. What was already done stays done.',
    'Nothing is sent until an owner resumes the batch.',
    'Nothing is read until an owner resumes the export.',
    'Nothing is changed until an owner resumes the plan.',
    'No one is changed until an owner resumes it.',
  ],
  'a finding, which the service sends only if it was checked whole': [
    'No two-factor authentication',
    'No one uses their access, and anyone added gets it at once.',
    'Everyone uses two-factor authentication.',
    'No one uses SMS codes.',
    'No outside collaborators.',
    'Every member is in a team.',
    'Every team has members.',
    'Every team has repositories.',
    'Everything found was dismissed.',
    'No findings',
  ],
  'shown where all was compared or read': [
    'All checks on two-factor authentication, owners, outside collaborators, and teams passed.',
    'All requested permissions granted',
    'Nothing has changed since you signed in',
    'No repositories covered',
    'None the App covers',
    'No App',
    'No organization has “',
    'No matching organizations',
    'No problem found',
  ],
  'a description': [
    'Every member sees it',
    'Everyone who can be mentioned with @, including people who haven’t contributed.',
    'Every change made through orgdesk, and those made elsewhere.',
    'Everything you can see and do in orgdesk, for up to 24 hours',
  ],
};

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly opening?: { readonly name: { readonly value?: string } };
  readonly callee?: Node;
  readonly key?: Node;
  readonly name?: Node;
  readonly quasis?: readonly { readonly cooked?: string }[];
}

const isSafe = ({ type, opening, callee, key, name }: Node): boolean =>
  (type === 'JSXElement' && ELEMENTS.includes(opening?.name.value ?? '')) ||
  (type === 'CallExpression' && CALLS.includes(String(callee?.value))) ||
  (type === 'KeyValueProperty' && PROPERTIES.includes(String(key?.value))) ||
  (type === 'JSXAttribute' && PROPERTIES.includes(String(name?.value)));

function textOf({ type, value, quasis }: Node): string | null {
  if (type === 'StringLiteral' || type === 'JSXText') return String(value);
  return type === 'TemplateLiteral' ? (quasis?.[0]?.cooked ?? '') : null;
}

/** Texts that say there is nothing, or that all is well, without what was read of it. */
function textsIn(source: string, tsx = true): readonly string[] {
  const texts: string[] = [];
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object' || isSafe(node)) return;
    const text = textOf(node);
    if (text !== null && NOTHING.test(text)) texts.push(text.trim().replaceAll(/\s+/g, ' '));
    for (const part of Object.values(node)) walk(part);
  };
  walk(parseSync(source, { syntax: 'typescript', tsx }).body);
  return texts;
}

const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE });
const sourceOf = (file: string): string => readFileSync(SOURCE + file, 'utf8');

test('no page says that there is nothing without what was read of it', () => {
  const excepted = new Set(Object.values(OTHERS).flat());
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) => textsIn(sourceOf(file), file.endsWith('x')).map((text) => ({ file, text })));
  expect(found.filter(({ text }) => !excepted.has(text))).toEqual([]);
  const used = new Set(found.map(({ text }) => text));
  expect([...excepted].filter((text) => !used.has(text))).toEqual([]);
});

test('such a text in a new page is found', () => {
  expect(textsIn('export const Page = () => <p>No gadgets.</p>;')).toEqual(['No gadgets.']);
  expect(textsIn('export const Page = () => <EmptyState title="No gadgets" />;')).toEqual(['No gadgets']);
  expect(textsIn('export const text = `Nothing of it`;')).toEqual(['Nothing of it']);
  expect(textsIn('export const Page = () => <Nothing read={read} title="No gadgets">None</Nothing>;')).toEqual([]);
  expect(textsIn("export const text = noneRead(read, 'No gadgets');")).toEqual([]);
});

test('a count never falls back to zero', () => {
  const counts = /\b(?:counted|formatCount)\([^()]*(?:\([^()]*\)[^()]*)*\?\?\s*(?:0|\[\])/;
  const guarded = files.filter((file) => counts.test(sourceOf(file)));
  expect(guarded.filter((file) => !COUNTS_GUARDED.includes(file))).toEqual([]);
});

/** Each shows the count only where it is more than zero. */
const COUNTS_GUARDED: readonly string[] = [
  'features/people/person/everywhere-sections.tsx',
  'features/people/change/change-texts.ts',
  'features/invitations/preview/preview-notices.tsx',
];
