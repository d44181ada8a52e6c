/** What a kind of file has more of than honest ones. */
export type Varied = 'nesting' | 'aliases' | 'names' | 'lengths' | 'numbers';
/** `plan` has the files read, compared and planned. */
export type Way = 'check' | 'from-peribolos' | 'plan';

/** A kind of hostile file. */
export interface FileKind {
  readonly name: string;
  readonly varied: Varied;
  readonly ways: readonly Way[];
  /** About as many bytes; the cost of reading must not grow faster. */
  readonly text: (bytes: number) => string;
}

const many = (bytes: number, line: (nth: number) => string): string => {
  const lines: string[] = [];
  for (let [nth, left] = [0, bytes]; left > 0; nth += 1) {
    const next = line(nth);
    lines.push(next);
    left -= next.length;
  }
  return lines.join('');
};
const team = (text: string) => `version: 1\nteams:\n  entries:\n${text}`;
const people = (text: string) => `version: 1\npeople:\n  members:\n${text}`;
const kind = (varied: Varied, name: string, ways: readonly Way[], text: FileKind['text']): FileKind => ({
  name,
  varied,
  ways,
  text,
});
const letters = (nth: number, length: number): string => {
  let text = '';
  for (let index = 0; index < length; index += 1)
    text += 'abcdefghijklmnopqrstuvwxyz'[(nth * 7 + index * (nth + 3)) % 26];
  return `${text.slice(0, length - 6)}${String(nth).padStart(6, '0')}`;
};
const ALL: readonly Way[] = ['check', 'from-peribolos', 'plan'];
const READ: readonly Way[] = ['check', 'from-peribolos'];

/** Forty kinds. */
export const FILE_KINDS: readonly FileKind[] = [
  kind('nesting', 'open lists', READ, (bytes) => '['.repeat(bytes)),
  kind('nesting', 'open mappings', READ, (bytes) => '{a: '.repeat(bytes / 4)),
  kind('nesting', 'lists in lists', READ, (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`),
  kind('nesting', 'steps of indentation', READ, (bytes) => {
    const levels = Math.floor(Math.sqrt(2 * bytes));
    return Array.from({ length: levels }, (_, nth) => `${' '.repeat(nth)}a:\n`).join('');
  }),
  kind('nesting', 'dashes', READ, (bytes) => '- '.repeat(bytes / 2)),
  kind('nesting', 'question marks', READ, (bytes) => '? '.repeat(bytes / 2)),
  kind('nesting', 'closing braces', READ, (bytes) => '}'.repeat(bytes)),
  kind('nesting', 'teams of peribolos in teams', ['from-peribolos'], (bytes) => {
    const levels = Math.floor(Math.sqrt(bytes / 4));
    return `teams:\n${Array.from({ length: levels }, (_, nth) => `${' '.repeat(2 * nth + 1)}t${nth}:\n${' '.repeat(2 * nth + 2)}teams:\n`).join('')}`;
  }),
  kind('nesting', 'teams below each other, a repository each', ['check', 'plan'], (bytes) =>
    team(many(bytes, (nth) => `    t${nth}: {${nth > 0 ? `parent: t${nth - 1}, ` : ''}repositories: {api: pull}}\n`)),
  ),
  kind('nesting', 'teams below each other, from below', ['check', 'plan'], (bytes) => {
    const last = Math.floor(bytes / 32);
    return team(
      Array.from({ length: last }, (_, nth) => `    t${nth}: {${nth + 1 < last ? `parent: t${nth + 1}` : ''}}\n`).join(
        '',
      ),
    );
  }),
  kind('nesting', 'teams in one cycle', ['check', 'plan'], (bytes) => {
    const count = Math.floor(bytes / 32);
    return team(Array.from({ length: count }, (_, nth) => `    t${nth}: {parent: t${(nth + 1) % count}}\n`).join(''));
  }),

  kind('aliases', 'aliases that multiply', ALL, () =>
    Array.from(
      { length: 12 },
      (_, nth) => `l${nth}: &l${nth} [${nth > 0 ? Array(10).fill(`*l${nth - 1}`) : 'x'}]\n`,
    ).join(''),
  ),
  kind(
    'aliases',
    'aliases of a long list of members',
    ['from-peribolos'],
    (bytes) =>
      `a: &a [${many(bytes / 2, (nth) => `m${nth}, `)}]\nteams:\n${many(bytes / 2, (nth) => `  t${nth}: {members: *a}\n`)}`,
  ),
  kind(
    'aliases',
    'aliases of a long text',
    ['from-peribolos'],
    (bytes) => `a: &a ${'x'.repeat(bytes / 2)}\nteams:\n${many(bytes / 2, (nth) => `  t${nth}: {description: *a}\n`)}`,
  ),
  kind(
    'aliases',
    'aliases of teams in teams',
    ['from-peribolos'],
    () =>
      `a: &a0 {x: {}}\n${Array.from({ length: 15 }, (_, nth) => `b${nth}: &a${nth + 1} {p: {teams: *a${nth}}, q: {teams: *a${nth}}}\n`).join('')}teams: *a15\n`,
  ),
  kind('aliases', 'a cycle', ALL, () => 'teams: &a {x: {teams: *a}}\n'),
  kind('aliases', 'a cycle of lists', ALL, () => 'admins: &a [*a]\n'),
  kind('aliases', 'an anchor and an alias for each value', READ, (bytes) =>
    many(bytes, (nth) => `- &a${nth} x\n- *a${nth}\n`),
  ),
  kind('aliases', 'aliases for nothing', READ, (bytes) => many(bytes, (nth) => `- *n${nth}\n`)),
  kind('aliases', 'one anchor again and again', READ, (bytes) => many(bytes, () => '- &a [*a]\n')),
  kind('aliases', 'merge keys', READ, (bytes) => `a: &a {x: 1}\n${many(bytes, (nth) => `b${nth}: {<<: *a}\n`)}`),

  kind('names', 'names of the language', ALL, () =>
    team('    __proto__: {members: [constructor]}\n    constructor: {repositories: {toString: pull}}\n'),
  ),
  kind(
    'names',
    'names of the language in files of peribolos',
    ['from-peribolos'],
    () => 'teams: {__proto__: {}, a: {repos: {x: constructor, y: __proto__}}}\nadmins: [valueOf]\n',
  ),
  kind('names', 'names that are paths', ALL, () =>
    team('    "..": {members: [grace]}\n    ".": {}\n    "%2e%2e": {}\n    "a/../b": {}\n    "..\\\\x": {}\n'),
  ),
  kind('names', 'unknown people', ['plan'], (bytes) => people(many(bytes, (nth) => `    - ${letters(nth, 39)}\n`))),
  kind('names', 'unknown repositories', ['plan'], (bytes) =>
    team(`    x:\n      repositories:\n${many(bytes, (nth) => `        ${letters(nth, 100)}: pull\n`)}`),
  ),
  kind('names', 'unknown parents', ['plan'], (bytes) =>
    team(many(bytes, (nth) => `    t${nth}: {parent: ${letters(nth, 100)}}\n`)),
  ),
  kind('names', 'unknown keys', READ, (bytes) => `version: 1\n${many(bytes, (nth) => `${letters(nth, 40)}: 1\n`)}`),
  kind('names', 'team names with one key', ['from-peribolos'], (bytes) => {
    const signs = '!@#$%^&*()+=';
    const signsOf = (nth: number): string =>
      [1, 12, 144, 1_728, 20_736].map((by) => signs[Math.floor(nth / by) % 12]).join('');
    return `teams:\n${many(bytes, (nth) => `  "a${signsOf(nth)}": {}\n`)}`;
  }),
  kind('names', 'the same name again and again', READ, (bytes) => team(many(bytes, () => '    t: {}\n'))),
  kind('names', 'names in other letter case', READ, (bytes) =>
    people(many(bytes, (nth) => `    - ${nth % 2 === 0 ? 'ADA' : 'Ada'}\n`)),
  ),

  kind('lengths', 'a long key', ALL, (bytes) => `version: 1\n"${'k'.repeat(bytes)}": 1\n`),
  kind('lengths', 'a long value', ALL, (bytes) => `version: 1\norganization: "${'v'.repeat(bytes)}"\n`),
  kind('lengths', 'a long line of spaces', READ, (bytes) => `a:${' '.repeat(bytes)}b\n`),
  kind('lengths', 'a long comment', READ, (bytes) => `#${'x'.repeat(bytes)}\nversion: 1\n`),
  kind('lengths', 'a long block of text', READ, (bytes) => `version: 1\na: |\n${many(bytes, () => '  x\n')}`),

  kind('numbers', 'many documents', READ, (bytes) => many(bytes, () => '---\n')),
  kind('numbers', 'many wrong values', READ, (bytes) => team(many(bytes, (nth) => `    t${nth}: {privacy: opne}\n`))),
  kind('numbers', 'many empty lists', READ, (bytes) => `a: [${'[],'.repeat(bytes / 3)}]\n`),
  kind('numbers', 'many teams', ['check', 'plan'], (bytes) => team(many(bytes, (nth) => `    t${nth}: {}\n`))),
  kind('numbers', 'many tags', READ, (bytes) => many(bytes, () => '- !!x y\n')),
];
