import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { emptyFolder } from '../support/empty-folder.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CONFIG = join(ROOT, '.dependency-cruiser.cjs');
const { forbidden }: { readonly forbidden: readonly { readonly name: string }[] } = createRequire(import.meta.url)(
  CONFIG,
);

interface Planted {
  readonly rule: string;
  readonly from: string;
  /** A file, a package, or a module of Node. */
  readonly to: string;
}

/** Imports that rules of `.dependency-cruiser.cjs` refuse, besides those of one folder in another. */
const PLANTED: readonly Planted[] = [
  { rule: 'features-are-in-order', from: 'server/src/features/new-one/a.ts', to: 'server/src/lib/b.ts' },
  { rule: 'logs-builds-and-traces-know-only-rules', from: 'server/src/operate/log.ts', to: 'server/src/http/d.ts' },
  { rule: 'no-cycle', from: 'bench/a.ts', to: 'bench/b.ts' },
  { rule: 'domain-is-pure', from: 'server/src/domain/clock.ts', to: 'node:fs' },
  { rule: 'only-stores-know-the-query-builder', from: 'server/src/features/runs/a.ts', to: 'kysely' },
  { rule: 'only-routes-know-the-web-framework', from: 'server/src/features/runs/b.ts', to: 'fastify' },
  { rule: 'use-cases-know-no-http', from: 'server/src/audit/c.ts', to: 'server/src/http/server/d.ts' },
  { rule: 'one-way-to-the-code-host', from: 'server/src/code-host/people/a.ts', to: 'node:https' },
  { rule: 'contract-imports-nothing-of-ours', from: 'contract/src/a.ts', to: 'console/src/lib/z.ts' },
  { rule: 'shared-packages-know-only-the-contract', from: 'people-files/src/a.ts', to: 'cli/src/z.ts' },
  {
    rule: 'shared-packages-know-only-the-contract',
    from: 'people-files/src/b.ts',
    to: 'organization-files/src/z.ts',
  },
  { rule: 'limits-import-nothing', from: 'contract/src/limits.ts', to: 'contract/src/z.ts' },
  { rule: 'simulator-shares-no-code', from: 'simulator/src/world/a.ts', to: 'contract/src/z.ts' },
  { rule: 'the-service-does-not-import-the-simulator', from: 'client/src/a.ts', to: 'simulator/src/world/z.ts' },
  { rule: 'the-client-runs-anywhere', from: 'client/src/b.ts', to: 'node:fs' },
  { rule: 'the-service-does-not-know-its-client', from: 'server/src/lib/a.ts', to: 'client/src/z.ts' },
  { rule: 'the-command-line-knows-only-the-client', from: 'cli/src/a.ts', to: 'server/src/lib/z.ts' },
  { rule: 'only-the-program-knows-the-command-line', from: 'server/src/operate/a.ts', to: 'cli/src/z.ts' },
  { rule: 'the-console-knows-only-contract-and-client', from: 'console/src/app/a.ts', to: 'server/src/lib/z.ts' },
  {
    rule: 'console-features-do-not-know-each-other',
    from: 'console/src/features/people/a.ts',
    to: 'console/src/features/teams/z.ts',
  },
  { rule: 'console-direction', from: 'console/src/lib/a.ts', to: 'console/src/app/z.ts' },
  { rule: 'console-features-do-not-know-the-pages', from: 'console/src/features/b/a.ts', to: 'console/src/app/z.ts' },
  { rule: 'console-pages-do-not-know-the-app', from: 'console/src/routes/a.ts', to: 'console/src/app/z.ts' },
  { rule: 'nobody-knows-the-bench', from: 'scripts/a.ts', to: 'bench/z.ts' },
  ...forbidden.flatMap(({ name }) => inAnotherFolder(name) ?? []),
];
/** `no-unresolved` refuses a file that is not there. */
const MISSING: Planted = { rule: 'no-unresolved', from: 'scripts/b.ts', to: 'scripts/not-there.ts' };

/** An import of a folder that no rule of a layer, a feature or the simulator lets this one import. */
function inAnotherFolder(rule: string): Planted | null {
  const [, kind, folder] = /^(layer|feature|simulator)-(?!shares)(.+)$/.exec(rule) ?? [];
  if (kind === 'layer') return { rule, from: `server/src/${folder}/outside.ts`, to: 'server/src/services.ts' };
  if (kind === 'feature')
    return { rule, from: `server/src/features/${folder}/outside.ts`, to: 'server/src/features/other/a.ts' };
  if (kind === 'simulator') return { rule, from: `simulator/src/${folder}/outside.ts`, to: 'simulator/src/main.ts' };
  return null;
}

const isFile = (name: string): boolean => name.endsWith('.ts');

test('each import rule refuses an import that breaks it', async () => {
  const folder = emptyFolder();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const { to } of PLANTED) if (isFile(to)) write(to, 'export type Planted = 1;\n');
  for (const { from, to } of [...PLANTED, MISSING]) {
    const specifier = isFile(to) ? `./${relative(dirname(from), to)}` : to;
    write(
      from,
      `import type { Planted } from '${specifier}';\nexport type Same = Planted;\nexport type { Planted };\n`,
    );
  }
  write('bench/b.ts', "export type { Planted } from './a.ts';\n");
  for (const name of ['kysely', 'fastify']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'dist/index.js' }));
    write(`node_modules/${name}/dist/index.js`, '');
  }

  const seen = await violations(folder);
  const unseen = [...PLANTED, MISSING].filter(({ rule, from }) => !seen.has(`${rule} ${from}`));
  expect(unseen).toEqual([]);
  const planted = new Set([...PLANTED, MISSING].map(({ rule }) => rule));
  expect(forbidden.filter(({ name }) => !planted.has(name))).toEqual([]);
});

/** `rule file` of each import that the rules refuse in this folder. */
async function violations(folder: string): Promise<ReadonlySet<string>> {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const folders = readdirSync(folder).filter((name) => name !== 'node_modules');
  const run = promisify(execFile)(
    process.execPath,
    [program, '--config', CONFIG, '--output-type', 'json', ...folders],
    {
      cwd: folder,
      maxBuffer: 2 ** 26,
    },
  );
  // The exit code is the number of violations.
  const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
  const report: {
    readonly summary: {
      readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
    };
  } = JSON.parse(stdout);
  return new Set(report.summary.violations.map(({ from, rule }) => `${rule.name} ${from}`));
}
