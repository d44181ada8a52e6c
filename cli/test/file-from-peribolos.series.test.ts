import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ORGANIZATION_FILES_BODY_MAX_BYTES } from '@orgdesk/contract/limits';
import { expect, test } from 'vitest';
import { freshHome, orgdesk } from './support/orgdesk.ts';

async function converted(config: readonly string[]) {
  const HOME = await freshHome();
  const [source, folder] = [join(HOME, 'config'), join(HOME, 'organization')];
  await mkdir(source);
  for (const [nth, text] of config.entries()) await writeFile(join(source, `${nth}.yaml`), text);
  return {
    folder,
    ended: await orgdesk(['file', 'import', 'acme', folder, '--from-peribolos', source], { HOME }),
    check: () => orgdesk(['file', 'check', folder], { HOME }),
  };
}

const TEAMS = 1_840;

/** Teams whose descriptions have so many characters together. */
const describedBy = (characters: number): readonly string[] =>
  Array.from({ length: 5 }, (_, file) => {
    const own = Array.from({ length: TEAMS }, (_unused, nth) => nth).filter((nth) => nth % 5 === file);
    const lengthOf = (nth: number) => Math.floor(characters / TEAMS) + Number(nth < characters % TEAMS);
    const entries = own.map((nth) => `  t${nth}: {description: ${'x'.repeat(lengthOf(nth))}}\n`);
    return `${file === 0 ? 'admins: [ada]\n' : ''}teams:\n${entries.join('')}`;
  });

/** Bytes of the body of a request with all files of a folder. */
async function bodyBytesOf(folder: string): Promise<number> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.yaml'));
  const paths = names.map((name) => join(folder, name));
  const files = await Promise.all(paths.map(async (name) => ({ name, text: await readFile(name, 'utf8') })));
  return Buffer.byteLength(JSON.stringify({ files }));
}

test('what the conversion writes passes the check and fits into a request, otherwise it is too large', async () => {
  const some = 900 * TEAMS;
  const { folder, ended } = await converted(describedBy(some));
  expect(ended).toEqual([0, '', expect.stringContaining(`files in ${folder}\n`)]);
  const least = (await bodyBytesOf(folder)) - some;

  for (const left of [100, -1_000, -10_000]) {
    const next = await converted(describedBy(ORGANIZATION_FILES_BODY_MAX_BYTES - left - least));
    if (left === 100) {
      expect(await bodyBytesOf(next.folder)).toBe(ORGANIZATION_FILES_BODY_MAX_BYTES - left);
      expect(await next.check()).toEqual([0, '', expect.stringMatching(/^0 problems in \d+ files\n$/)]);
    } else {
      const message = 'The result would be too large: convert fewer files at once.\n';
      expect([left, next.ended]).toEqual([left, [1, '', message]]);
      await expect(readdir(next.folder)).rejects.toThrow('ENOENT');
    }
  }
});

test('more problems than are listed are announced', async () => {
  const wrong = Array.from({ length: 300 }, (_, nth) => `  t${nth}: {members: [[x]]}\n`).join('');
  const { ended } = await converted([`admins: [ada]\nteams:\n${wrong}`]);
  expect(ended).toEqual([
    1,
    expect.stringContaining('An entry must be text.'),
    '200 and more problems in 1 file\nNothing was written.\n',
  ]);
  const few = await converted(['admins: [ada]\nteams: {a: {members: [[x]]}}\n']);
  expect(few.ended[2]).toBe('1 problem in 1 file\nNothing was written.\n');
});
