import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { pieceOf } from '../../server/test/support/series.ts';
import { sharedService } from '../../server/test/support/service/shared-service.ts';
import { envOf, freshHome, ONE_SENTENCE, orgdesk } from './support/orgdesk.ts';
import { serviceThat } from './support/service-that.ts';

const service = sharedService();
const SESSION = 'a'.repeat(64);

const json =
  (status: number, body: unknown, headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const peopleAt = async (url: string) => orgdesk(['people', 'list', 'acme'], await envOf(url));

test('an older service is named with its version, and what to do', async () => {
  const missing = json(404, { error: 'Not found.' });
  const about = json(200, { version: '0.0.9', codeHost: { url: 'https://github.com', demoPeople: null } });
  const url = await serviceThat((request, response) =>
    (request.url === '/api/about' ? about : missing)(request, response),
  );
  expect(await peopleAt(url)).toEqual([
    5,
    '',
    `Not found. ${url} runs orgdesk 0.0.9, which is older than this command line (0.1.0): install the matching one with npm install --global ${url}/cli.tgz.\n`,
  ]);
});

test.each([
  ['knows no version', json(404, { error: 'Not found.' })],
  ['answers with a page', (_: unknown, response: Parameters<RequestListener>[1]) => response.end('<h1>Hello</h1>')],
] as const)('a service that %s is one sentence', async (_name, answer) => {
  const url = await serviceThat(answer);
  expect(await peopleAt(url)).toEqual([
    1,
    '',
    `${url} does not answer as orgdesk 0.1.0 does: check the address, or ask its operators to update.\n`,
  ]);
});

const LINES = ['people list acme', 'access acme --person grace'];

test.each(
  pieceOf(
    ['orgs', 'whoami', 'jobs list acme', 'people show acme grace', 'file rules acme', 'audit tail acme', ...LINES],
    4,
  ),
)('answers of wrong types are one sentence to orgdesk %s', async (args) => {
  for (const body of [
    {},
    [],
    null,
    { organizations: 5, jobs: [null], entries: {}, kind: 'people', people: [7, null] },
  ]) {
    const type = LINES.includes(args) ? 'application/x-ndjson' : 'application/json';
    const url = await serviceThat(json(200, body, { 'content-type': type }));
    const env = { HOME: await freshHome(), ORGDESK_URL: url, ORGDESK_SESSION: SESSION };
    const [code, , err] = await orgdesk(args.split(' '), env);
    expect([args, body, code, err]).toEqual([args, body, expect.toSatisfy((found) => found < 7), err]);
    expect(err).not.toMatch(/\n {4}at |node:/);
  }
});

test('a rate limit tells how long to wait', async () => {
  const url = await serviceThat(json(429, { error: 'Too many requests.' }, { 'retry-after': '1' }));
  expect(await peopleAt(url)).toEqual([4, '', 'Too many requests. Try again in 1 s.\n']);
});

test('a service that is away is one sentence', async () => {
  const url = await serviceThat(() => {});
  const [code, out, err] = await peopleAt(url.replace(/\d+$/, '1'));
  expect([code, out]).toEqual([4, '']);
  expect(err).toMatch(ONE_SENTENCE);
});

test('files applied last that can no longer be planned are named with the number of their problems', async () => {
  const problem = { file: 'a.yaml', line: 2, column: 1, message: 'Wrong.', source: 'x: 1', nearest: null };
  const applied = { files: [{ name: 'a.yaml', text: 'version: 1\nx: 1\n' }] };
  const drift = { applied, plan: null, problems: [problem], isCut: true, hints: [], causes: [] };
  const env = { HOME: await freshHome(), ORGDESK_URL: await serviceThat(json(200, drift)), ORGDESK_SESSION: SESSION };
  expect(await orgdesk(['file', 'drift', 'acme'], env)).toEqual([
    1,
    'a.yaml:2:1: Wrong.\n    2 | x: 1\n',
    '1 and more problems in 1 file\nThe files applied last can no longer be planned.\n',
  ]);
});

test('an organization of others is one sentence', async () => {
  const { id } = await service().signIn('ada');
  const env = { HOME: await freshHome(), ORGDESK_URL: service().url, ORGDESK_SESSION: id };
  expect(await orgdesk(['people', 'list', 'closed-circle'], env)).toEqual([
    5,
    '',
    expect.stringMatching(/^This organization was not found, or you are not a member of it\./),
  ]);
});

test.each(['orgdesk', `${SESSION}0`, 'a b'])('a session such as %j is refused without a request', async (session) => {
  const env = { HOME: await freshHome(), ORGDESK_URL: service().url, ORGDESK_SESSION: session };
  const [code, out, err] = await orgdesk(['whoami'], env);
  expect([code, out]).toEqual([3, '']);
  expect(err).toMatch(/^ORGDESK_SESSION is not a session/);
});
