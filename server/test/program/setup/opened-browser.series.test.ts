import { readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../support/empty-folder.ts';
import { browse, hostWithoutApp, on, setUp } from './setting-up.ts';

test('what opens the browser is given an address that leads to the page once, and not the page’s own', async () => {
  const [host, folder, programs] = [await hostWithoutApp(), emptyFolder(), emptyFolder()];
  const opened = join(programs, 'opened');
  await writeFile(join(programs, 'xdg-open'), `#!/bin/sh\necho "$@" > ${opened}\n`, { mode: 0o755 });
  await symlink('xdg-open', join(programs, 'open'));
  const program = setUp(folder, on(host), {
    DISPLAY: ':0',
    PATH: `${programs}${delimiter}${process.env.PATH}`,
  });
  const page = await program.page();
  await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toMatch(/^http.*\n$/);
  const address = (await readFile(opened, 'utf8')).trim();
  expect(address).not.toContain(page.pathname);
  expect(program.out()).not.toContain(address);

  const first = await browse(address);
  expect([first.status, first.headers.location]).toEqual([303, page.pathname]);
  for (const method of ['GET', 'HEAD']) {
    const again = await browse(address, { method });
    expect([again.status, again.headers.location]).toEqual([410, undefined]);
  }
  expect((await browse(address)).text).toContain('Use the URL shown in the terminal');
  expect((await browse(page)).status).toBe(200);
});
