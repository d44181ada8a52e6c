import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { conformanceReport, gaps, statements, testSources } from '../../../scripts/conformance/report.ts';
import { readContractDocument } from '../../../scripts/generate/contract-document.ts';
import { NEEDED_PERMISSIONS } from '../../src/domain/installation.ts';
import { CHECK_NAMES } from '../../src/operate/doctor/check.ts';
import { METRICS } from '../../src/operate/metrics/metric-table.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const filesLike = (...patterns: string[]): readonly string[] =>
  globSync(patterns, { cwd: ROOT, exclude: (path) => /(^|\/)(node_modules|dist|data)$/.test(path) }).sort();

const withoutCode = (markdown: string): string => markdown.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');
const cellsOf = (row: string): readonly string[] =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

describe('the conformance report', () => {
  test('has a test for every statement, or says why no test can show it', async () => {
    expect(gaps(await statements(), await testSources())).toEqual([]);
  });

  test('shows a statement without a test, and refuses a tag that names none', () => {
    const statements = {
      Tokens: { 'T-1': 'One', 'T-2': 'Two', 'T-3': { statement: 'Three', byConstruction: 'so built' } },
    };
    const tagged = (ids: string) => new Map([['server/test/a.test.ts', `test('holds [${ids}]', () => {});`]]);
    const report = conformanceReport(statements, tagged('T-1'));
    expect(report).toContain('T-1  One\n  server/test/a.test.ts\nT-2  Two\n  GAP\n');
    expect(report).toContain('T-3  Three\n  by construction: so built');
    expect(gaps(statements, tagged('T-1'))).toEqual(['T-2']);
    expect(() => conformanceReport(statements, tagged('T-1 T-9'))).toThrow('no statement is called T-9');
  });

  test('gives no two statements one ID', async () => {
    const ids = Object.values(await statements()).flatMap((section) => Object.keys(section));
    expect(ids.length).toBeGreaterThan(80);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('the README shows how to start and how to test on a fresh machine, and how long that takes', () => {
  const text = read('README.md');
  expect(text).toContain('```sh\nnpm ci && npm start\n```');
  expect(text).toMatch(/```sh\nnpm ci && npm test\n```\n\nruns the tests, in about \w+ minutes/);
  const { scripts } = JSON.parse(read('package.json'));
  expect(scripts).toMatchObject({ start: expect.any(String), test: expect.any(String) });
});

test('the quick start and the registration by hand say of the expiry of tokens what setup says', () => {
  for (const page of ['quick-start', 'register-the-app'])
    expect([page, read(`docs/operations/${page}.md`)]).toEqual([
      page,
      expect.stringMatching(/tokens of a new App expire/i),
    ]);
  expect(read('docs/operations/register-the-app.md')).toMatch(/^\| Expire user authorization tokens \| on \|$/m);
});

test('every relative link in a document leads to a file', () => {
  const documents = filesLike('*.md', '*/*.md', 'docs/**/*.md');
  expect(documents).toContain('README.md');
  const broken = documents.flatMap((document) =>
    [...withoutCode(read(document)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/i.test(target) && !target.startsWith('#'))
      .filter((target) => !existsSync(join(ROOT, dirname(document), target.replace(/#.*$/, ''))))
      .map((target) => `${document}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('every link to a section leads to a heading', () => {
  const documents = filesLike('*.md', '*/*.md', 'docs/**/*.md');
  const broken = documents.flatMap((document) =>
    [...withoutCode(read(document)).matchAll(/\]\(([^)\s#]*)#([^)\s]+)\)/g)]
      .filter(([, target = '']) => !/^[a-z]+:/i.test(target))
      .filter(([, target = '', anchor = '']) => {
        const path = target === '' ? document : join(dirname(document), target);
        return !existsSync(join(ROOT, path)) || !anchorsOf(read(path)).has(anchor);
      })
      .map(([, target, anchor]) => `${document}: ${target}#${anchor}`),
  );
  expect(broken).toEqual([]);
});

const anchorsOf = (markdown: string): ReadonlySet<string> =>
  new Set(
    [...markdown.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

test('docs/operations/log.md names only lines that the service logs', () => {
  const source = filesLike('server/src/**/*.ts').map(read).join('\n');
  const [, table = ''] = /^## Worth an alarm$(.*)/ms.exec(read('docs/operations/log.md')) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const lines = rows.flatMap((row) => [...(cellsOf(row)[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, line = '']) => line));
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => !source.includes(line.replace('…', '').trimEnd()))).toEqual([]);
});

describe('docs/operations/incidents.md', () => {
  const incidents = read('docs/operations/incidents.md');
  const quoted = (pattern: RegExp): readonly string[] =>
    [...incidents.replace(/\s+/g, ' ').matchAll(/`([^`]+)`/g)]
      .map(([, text = '']) => text)
      .filter((text) => pattern.test(text));

  test('has the page of every alert, and names only alerts, metrics and checks that there are', () => {
    const alerts = read('packaging/monitoring/alerts.yml');
    const pages = [...alerts.matchAll(/incidents\.md#([\w-]+)/g)].map(([, anchor = '']) => anchor);
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((anchor) => !anchorsOf(incidents).has(anchor))).toEqual([]);
    expect(quoted(/^Orgdesk[A-Z]\w+$/).filter((name) => !alerts.includes(`alert: ${name}\n`))).toEqual([]);
    const metrics = quoted(/^orgdesk_/).map((name) => name.replace(/\{.*/, ''));
    expect(metrics.filter((name) => !Object.hasOwn(METRICS, name))).toEqual([]);
    const checks = [...incidents.replace(/\s+/g, ' ').matchAll(/Doctor: ((?:`[\w-]+`(?:, )?)+)/g)].flatMap(
      ([, list = '']) => [...list.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
    );
    expect(checks.length).toBeGreaterThan(8);
    expect(checks.filter((name) => !CHECK_NAMES.some((checkName) => checkName === name))).toEqual([]);
  });

  test('says of at least twelve what to do, and when it is over', () => {
    const sections = incidents.split(/^## /m).slice(1);
    expect(sections.length).toBeGreaterThanOrEqual(12);
    expect(sections.filter((section) => !/\*\*Now\.\*\*.*\*\*Over\.\*\*/s.test(section))).toEqual([]);
  });

  test('names only lines that the service logs', () => {
    const source = filesLike('server/src/**/*.ts').map(read).join('\n');
    const lines = quoted(/^(?:\[webhook\] )?[a-z]+ [a-z]+ [a-z][a-zA-Z ,:;'…]+$/).filter(
      (line) => !/^(npx|delete) /.test(line),
    );
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.filter((line) => !source.includes(line.replace('…', '').trimEnd()))).toEqual([]);
  });
});

test('docs/operations/register-the-app.md registers the App with every permission that orgdesk needs', () => {
  const rows = read('docs/operations/register-the-app.md')
    .split('\n')
    .filter((line) => /^\| (Organization|Repository) permissions \|/.test(line))
    .join('\n')
    .toLowerCase();
  for (const { name, level } of NEEDED_PERMISSIONS) {
    expect(rows).toMatch(
      new RegExp(`\\b${name.replaceAll('_', ' ')}: ${level === 'write' ? 'read and write' : 'read'}\\b`),
    );
  }
});

test('the OpenAPI document has every sentence of the features, and of what they have in common', async () => {
  const documented = textsIn(await readContractDocument());
  const common = sentencesIn(read('server/src/http/refusals.ts'));
  const tables = filesLike('server/src/{features,audit,jobs}/**/*.ts').flatMap((source) => [
    ...read(source).matchAll(/= \{([^;]*)\} as const satisfies Readonly<Record<string, RefusalResponse>>/g),
  ]);
  expect(tables.length).toBeGreaterThan(30);
  const sentences = [...common, ...tables.flatMap(([, table = '']) => sentencesIn(table))];
  const missing = sentences.filter((sentence) => !documented.includes(sentence));
  expect(missing, 'hand these to the route as its refusals').toEqual([]);
});

/** Returns every text in a JSON value, joined by newlines. */
const textsIn = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(textsIn).join('\n') : String(value);

/** Texts of a source that are more than a word; of templates, what stands between their values. */
const sentencesIn = (source: string): readonly string[] =>
  [
    ...source
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/^\s*\/\/.*$/gm, '')
      .matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g),
  ]
    .flatMap(([, single, double, template]) => single ?? double ?? template?.split(/\$\{[^}]*\}/) ?? [])
    .map((text) => text.trim())
    .filter((text) => text.includes(' '));
