import type { CheckFilesAnswer, ConvertFilesAnswer } from '@orgdesk/contract';
import { expect, test } from 'vitest';
import { FILE_WORK_WAITING } from '../../../src/lib/limits/people.ts';
import { fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const service = sharedService();
const COMPLEX = [{ name: 'complex.yaml', text: '}'.repeat(499_000) }];
const SIMPLE = [{ name: 'simple.yaml', text: 'version: 1\n' }];
const problem = {
  file: 'complex.yaml',
  line: 1,
  column: 1,
  // On a slow machine, the time is over before the memory.
  message: expect.stringMatching(/^(The files are too complex|Reading the files takes too long): simplify or split/),
  source: '',
  nearest: null,
};

const send = (path: string, headers: RequestHeaders, body: unknown) =>
  fetchOnce(`${service().url}/api/organization-files/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function post(path: string, headers: RequestHeaders, body: unknown) {
  const answer = await send(path, headers, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

test('files that would need too much memory are a problem, and those of others are read all the same', async () => {
  const [ada, grace] = [(await service().signIn('ada')).bearer, (await service().signIn('grace')).bearer];
  const answers = await Promise.all([
    post('check', ada, { files: COMPLEX }) as Promise<CheckFilesAnswer>,
    post('check', grace, { files: SIMPLE }) as Promise<CheckFilesAnswer>,
  ]);
  expect(answers.map(({ problems }) => problems)).toEqual([[problem], []]);
  const twice = (await post('check', ada, { files: [...SIMPLE, ...SIMPLE] })) as CheckFilesAnswer;
  expect(twice.problems).toMatchObject([{ file: 'simple.yaml', message: 'Another file has the same name.' }]);
  const converted = (await post('from-peribolos', ada, { organization: 'acme', files: COMPLEX })) as ConvertFilesAnswer;
  expect(converted).toMatchObject({ files: [], problems: [problem] });
});

test('what waits for one person is bounded, and ends with its requests; others are served meanwhile', async () => {
  const [ada, grace] = [(await service().signIn('ada')).bearer, (await service().signIn('grace')).bearer];
  const gone = new AbortController();
  const ask = () =>
    fetch(`${service().url}/api/organization-files/check`, {
      method: 'POST',
      headers: { ...ada, 'content-type': 'application/json' },
      body: JSON.stringify({ files: COMPLEX }),
      signal: gone.signal,
    });
  const { waitingEach } = FILE_WORK_WAITING;
  const all = Array.from({ length: waitingEach + 4 }, ask);
  const refused = await Promise.any(
    all.map(async (asked) => {
      const answer = await asked;
      if (answer.status !== 429) throw new Error(`answered ${answer.status}`);
      return answer;
    }),
  );
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toEqual({
    error: 'Too many organization files are waiting to be read. Please try again when yours have been.',
  });
  expect(await post('check', grace, { files: SIMPLE })).toEqual({ problems: [], isCut: false });
  gone.abort();
  await Promise.allSettled(all);
  await expect.poll(async () => (await send('check', ada, { files: SIMPLE })).status).toBe(200);
});
