import type { CheckFilesAnswer, ConvertFilesAnswer } from '@orgdesk/contract';
import { expect, test } from 'vitest';
import { fetchOnce } from '../../../support/browser.ts';
import { sharedService } from '../../../support/service/shared-service.ts';

const service = sharedService();
const COMPLEX = [{ name: 'complex.yaml', text: '}'.repeat(499_000) }];
const SIMPLE = [{ name: 'simple.yaml', text: 'version: 1\n' }];
const problem = {
  file: 'complex.yaml',
  line: 1,
  column: 1,
  message: 'The files are too complex: simplify or split them.',
  source: '',
  nearest: null,
};

test('files that would need too much memory are a problem, and those of others are read all the same', async () => {
  const [ada, grace] = [(await service().signIn('ada')).bearer, (await service().signIn('grace')).bearer];
  const post = async (path: string, headers: typeof ada, body: unknown) => {
    const answer = await fetchOnce(`${service().url}/api/organization-files/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  const answers = await Promise.all([
    post('check', ada, { files: COMPLEX }) as Promise<CheckFilesAnswer>,
    post('check', grace, { files: SIMPLE }) as Promise<CheckFilesAnswer>,
  ]);
  expect(answers.map(({ problems }) => problems)).toEqual([[problem], []]);
  const twice = (await post('check', ada, { files: [...SIMPLE, ...SIMPLE] })) as CheckFilesAnswer;
  expect(twice.problems).toMatchObject([{ file: 'simple.yaml', message: 'Another file has the same name.' }]);
  const converted = (await post('from-peribolos', ada, { organization: 'acme', files: COMPLEX })) as ConvertFilesAnswer;
  expect(converted).toMatchObject({ files: [], problems: [problem] });
}, 120_000);
