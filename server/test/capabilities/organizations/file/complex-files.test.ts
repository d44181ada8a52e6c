import type { CheckFilesAnswer, ConvertFilesAnswer } from '@orgdesk/contract';
import { expect, test } from 'vitest';
import { fetchOnce } from '../../../support/browser.ts';
import { sharedService } from '../../../support/service/shared-service.ts';

const service = sharedService();
const COMPLEX = Array.from({ length: 4 }, (_, nth) => ({ name: `${nth}.yaml`, text: '}'.repeat(480_000) }));
const SIMPLE = [{ name: 'simple.yaml', text: 'version: 1\n' }];
const problem = {
  file: '0.yaml',
  line: 1,
  column: 1,
  message: 'Together, the files are too complex: simplify or split them.',
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
  const converted = (await post('from-peribolos', ada, { organization: 'acme', files: COMPLEX })) as ConvertFilesAnswer;
  expect(converted).toMatchObject({ files: [], problems: [problem] });
});
