import { ORGANIZATION_FILE_NODES_MAX } from '@orgdesk/contract/limits';
import { expect, test } from 'vitest';
import type { NamedText } from '../src/check-files.ts';
import { parseFile } from '../src/parse-file.ts';
import { checkInThread, convertInThread, THREAD_BOUNDS, tooComplex } from '../src/thread/in-thread.ts';

const never = new AbortController().signal;
const one = (text: string): readonly NamedText[] => [{ name: 'a.yaml', text }];
const LARGE = one(
  `version: 1\npeople:\n  members:\n${Array.from({ length: 25_000 }, (_, nth) => `    - person-${nth}\n`).join('')}`,
);

test('files are checked and converted in a thread as they are without one', async () => {
  expect(await checkInThread(one('version: 2\n'), never)).toMatchObject({
    problems: [{ file: 'a.yaml', line: 1, column: 1, message: 'The version must be 1.' }],
    isCut: false,
  });
  expect(await convertInThread(one('admins: [ada]\n'), 'acme', never)).toMatchObject({
    files: [{ name: 'organization.yaml' }],
    problems: [],
    isCut: false,
  });
});

test.each([
  ['memory', { memoryMb: 16 }],
  ['time', { deadlineMs: 1 }],
  ['room for the result', { outputMaxCharacters: 1 }],
])('files that need too much %s have that as their problem', async (_, bound) => {
  const bounds = { ...THREAD_BOUNDS, ...bound };
  const problems = [tooComplex(LARGE)];
  expect(await checkInThread(LARGE, never, bounds)).toEqual({ problems, isCut: true });
  expect(await convertInThread(LARGE, 'acme', never, bounds)).toEqual({ files: [], problems, isCut: true, left: [] });
});

test('a file that would fill the memory of the program is a problem', async () => {
  const texts = one('}'.repeat(499_000));
  expect(await checkInThread(texts, never)).toEqual({ problems: [tooComplex(texts)], isCut: true });
});

test('the thread ends with what it was started for', async () => {
  const stopping = new AbortController();
  const work = checkInThread(LARGE, stopping.signal);
  stopping.abort(new Error('interrupted'));
  await expect(work).rejects.toThrow('interrupted');
  await expect(checkInThread(LARGE, stopping.signal)).rejects.toThrow('interrupted');
});

test.each([
  ['values', 0, '"a" is not a key here.'],
  ['values and one more', 1, 'The file has more than 200,000 values.'],
])('a file of as many %s as it may have is read, and no more', (_, more, message) => {
  // The mapping, its key and the list count, too.
  const text = `a: [${'x,'.repeat(ORGANIZATION_FILE_NODES_MAX - 3 + more)}]`;
  expect(parseFile('a.yaml', text).problems.at(-1)?.message).toBe(message);
});
