import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { chromiumOptions } from '../../../console/test/browser/support/chromium.ts';
import { VERSION } from '../../../server/src/version.ts';
import { type Demo, startSignedInDemo } from './demo.ts';
import { type EmptyProject, emptyProject } from './empty-project.ts';
import { readmeExamples } from './readme-examples.ts';

const TARBALL_MAX_BYTES = 40_000;
const PAGE_MAX_BYTES = 8_000;
const PLATFORM = `${process.platform}-${process.arch}`;

let demo: Demo;
let examples: ReadonlyMap<string, string>;
beforeAll(async () => {
  demo = await startSignedInDemo();
  examples = readmeExamples(demo.url, demo.sessionToken);
});
afterAll(() => demo.remove());

async function installed(...packages: readonly string[]): Promise<EmptyProject> {
  const project = await emptyProject([`${demo.url}/client.tgz`, ...packages]);
  onTestFinished(() => project.remove());
  return project;
}

test('the package is small, of the version of the service, and has no dependency', async () => {
  const answer = await fetch(`${demo.url}/client.tgz`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(TARBALL_MAX_BYTES);
  const { folder, run } = await installed();
  const parts = JSON.parse(await readFile(join(folder, 'node_modules/@orgdesk/client/package.json'), 'utf8'));
  expect(parts).toMatchObject({ version: VERSION, sideEffects: false, engines: { node: '>=20' } });
  expect(Object.keys(parts)).not.toEqual(expect.arrayContaining(['dependencies']));
  expect(await run('npm', 'ls', '--all', '--parseable')).toMatch(/^[^\n]+\n[^\n]+@orgdesk[/\\]client\n$/);
});

describe('every example of the README', () => {
  test('has types under TypeScript 5.9 and 7', async () => {
    const project = await installed('typescript-5@npm:typescript@5.9.3', 'typescript-7@npm:typescript@7.0.2');
    for (const [name, text] of examples) await project.write(`${name}.ts`, text);
    await project.write('wrong.ts', WRONG_USES);
    for (const version of ['typescript-5', 'typescript-7']) {
      for (const [module, resolution] of [
        ['nodenext', 'nodenext'],
        ['esnext', 'bundler'],
      ] as const) {
        const compilerOptions = { ...STRICT, module, moduleResolution: resolution };
        await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
        expect(await project.run(process.execPath, `node_modules/${version}/bin/tsc`)).toBe('');
      }
    }
  });

  test('runs on Node.js 20', async () => {
    const project = await installed(`node-${PLATFORM}@20.20.2`);
    const node = join(project.folder, 'node_modules', `node-${PLATFORM}`, 'bin', 'node');
    expect(await project.run(node, '--version')).toBe('v20.20.2\n');
    await expectExamplesToRun(project, node);
  });

  // Bun's package for Windows is not called after the platform.
  test.skipIf(process.platform === 'win32')('runs on Bun', async () => {
    const project = await installed(`@oven/bun-${PLATFORM}@1.4.5`);
    const bun = join(project.folder, 'node_modules', '@oven', `bun-${PLATFORM}`, 'bin', 'bun');
    await expectExamplesToRun(project, bun);
  });
});

const OUTPUT: Readonly<Record<string, RegExp>> = {
  'example-1': /^acme true$/m,
  'example-2': /^done: 1 sent\n.*row,login,email/ms,
  'example-3': /['"]ada['"]/,
  'example-4': /member|^$/,
  'example-5': /^Acme[^\n]* \[\]\n\d+$/m,
  'example-6': /\/api\/auth\/start\?returnTo=%2F$/m,
};

/** Without types the examples are plain JavaScript. */
async function expectExamplesToRun(project: EmptyProject, program: string): Promise<void> {
  expect([...examples.keys()]).toEqual(Object.keys(OUTPUT));
  for (const [name, text] of examples) {
    await project.write(`${name}.js`, text);
    expect(await project.run(program, `${name}.js`), name).toMatch(OUTPUT[name] ?? /^$/);
  }
}

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

const WRONG_USES = `
import { createClient } from '@orgdesk/client';
const client = createClient({ baseUrl: '' });
// @ts-expect-error: no such operation.
client.deleteOrganization();
// @ts-expect-error: the path is missing.
client.getOrganization();
// @ts-expect-error: no such outcome.
client.listJobRows({ path: { login: 'acme', id: 'x' }, query: { outcome: 'perhaps' } });
// @ts-expect-error: it redirects a browser.
client.startSignIn();
// @ts-expect-error: it answers no pages.
client.pages('listOrganizations', {});
`;

const PAGE = `
import { createClient } from '@orgdesk/client';
const { data, error } = await createClient({ baseUrl: '' }).listOrganizations();
const texts = error === undefined ? data.organizations.map(({ login }) => login) : [error];
document.body.append(...texts.map((text) => Object.assign(document.createElement('p'), { textContent: text })));
`;

test.each([
  ['Vite', 'vite@8.3.8', ['vite', 'build', '--logLevel', 'error']],
  [
    'esbuild',
    'esbuild@0.28.2',
    ['esbuild', 'page.js', '--bundle', '--minify', '--format=esm', '--outfile=dist/page.js', '--log-level=error'],
  ],
])(
  'a page that lists organizations, bundled by %s, is small and works in a browser',
  async (_name, bundler, command) => {
    const project = await installed(bundler);
    await project.write('page.js', PAGE);
    await project.write('vite.config.js', VITE_CONFIG);
    await project.run('npx', '--no-install', ...command);
    const file = join(project.folder, 'dist', 'page.js');
    expect((await stat(file)).size).toBeGreaterThan(0);
    const script = await readFile(file);
    expect(gzipSync(script).byteLength).toBeLessThan(PAGE_MAX_BYTES);

    const browser = await chromium.launch(await chromiumOptions());
    onTestFinished(() => browser.close());
    const context = await browser.newContext();
    await context.addCookies([{ name: 'host_session', value: demo.sessionToken, url: demo.url, secure: true }]);
    const page = await context.newPage();
    const body = `<!doctype html><body><script type="module" src="/page.js"></script></body>`;
    await page.route('**/page.html', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.route('**/page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    await page.goto(`${demo.url}/page.html`);
    await page.getByText('acme', { exact: true }).waitFor();
  },
);

const VITE_CONFIG = `
export default {
  build: {
    modulePreload: { polyfill: false },
    target: 'es2022',
    rollupOptions: { input: 'page.js', output: { entryFileNames: 'page.js' } },
  },
};
`;
