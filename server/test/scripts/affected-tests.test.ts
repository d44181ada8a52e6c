import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { affectedTests } from '../../../scripts/tests/affected-tests.ts';
import { emptyFolder } from '../support/empty-folder.ts';

/** A small repository: a program, a page and a script in SQL, and tests that reach them in different ways. */
const FILES: Readonly<Record<string, string>> = {
  'vitest.config.ts': "import './scripts/order.ts';",
  'scripts/order.ts': '',
  'server/vitest.config.ts': "export default { setupFiles: ['./test/prepare.ts'] };",
  'server/test/prepare.ts': '',
  'contract/package.json': '{ "exports": { ".": "./src/index.ts", "./rows/*": "./src/rows/*.ts" } }',
  'contract/src/index.ts': '',
  'contract/src/rows/cells.ts': '',
  'server/src/main.js': "const { start } = await import('./start.ts');",
  'server/src/start.ts':
    "import { cells } from '@orgdesk/contract/rows/cells';\nconst page = new URL('../page/', import.meta.url);",
  'server/src/alone.ts': '',
  'server/page/index.html': '',
  'server/src/jobs/rows.ts': "import type { Start } from '../start.ts';",
  'server/test/copy.sql': '',
  'server/test/program.ts': "const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url));",
  'server/test/program.test.ts': "import { startProgram } from './program.ts';",
  'server/test/sql.test.ts': `const sql = new URL(\`copy.\${end}\`, import.meta.url);`,
  'server/test/jobs/rows.test.ts': "import { rows } from '../../src/jobs/rows.ts';\nimport '../../src/start.ts';",
  'server/test/documents.test.ts': "const ROOT = new URL('../../', import.meta.url);",
};

function affected(...changed: readonly string[]) {
  const root = emptyFolder();
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return affectedTests(changed, `${root}/`);
}

const PROGRAM = 'server/test/program.test.ts';
const SQL = 'server/test/sql.test.ts';
const ROWS = 'server/test/jobs/rows.test.ts';
/** Names the whole repository, and so any file of it. */
const DOCUMENTS = 'server/test/documents.test.ts';

test.each([
  ['a source that tests import', 'server/src/jobs/rows.ts', [ROWS, DOCUMENTS]],
  ['what a program imports that a test starts', 'server/src/start.ts', [ROWS, PROGRAM, DOCUMENTS]],
  ['an entry of a package', 'contract/src/rows/cells.ts', [ROWS, PROGRAM, DOCUMENTS]],
  ['a page in a folder that is named', 'server/page/index.html', [ROWS, PROGRAM, DOCUMENTS]],
  ['a file whose name is put together', 'server/test/copy.sql', [SQL, DOCUMENTS]],
  ['a source that nothing imports', 'server/src/alone.ts', [DOCUMENTS]],
  ['a test', 'server/test/sql.test.ts', [SQL, DOCUMENTS]],
])('a change of %s affects the tests that reach it, the nearest first', (_name, changed, tests) => {
  expect(affected(changed)).toEqual({ kind: 'some', files: tests });
});

test.each([
  ['what prepares every run', 'server/test/prepare.ts'],
  ['what a configuration of tests imports', 'scripts/order.ts'],
  ['a file that is no source and that nobody names', 'package-lock.json'],
])('a change of %s affects all tests', (_name, changed) => {
  expect(affected('server/src/jobs/rows.ts', changed)).toEqual({
    kind: 'all',
    because: expect.stringContaining(changed),
  });
});
