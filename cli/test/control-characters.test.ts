import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshHome, orgdesk } from './support/orgdesk.ts';

/** Acts in a terminal: control characters of one byte, and those that turn the direction of text. */
const ACTING = '\u007f\u0080\u0085\u009b2J\u009f\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come.
const ACTS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const HOSTILE = `a${ACTING}##[error]###[error]b`;

/** A service that answers requests, or refuses them. */
async function serviceThatSends(status: number, body: unknown): Promise<Readonly<Record<string, string>>> {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const ORGDESK_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { HOME: await freshHome(), ORGDESK_URL, ORGDESK_SESSION: 'a'.repeat(64) };
}

test('JSON has the same values without characters that act', async () => {
  const organization = { login: HOSTILE, name: HOSTILE, viewerCanAdminister: true, hasAppInstalled: true };
  const organizations = [{ ...organization, suspendedAt: null, repositoryCount: 1 }];
  const [code, out] = await orgdesk(['orgs', '--json'], await serviceThatSends(200, { organizations }));
  expect([code, JSON.parse(out)]).toEqual([0, organizations]);
  expect(out).not.toMatch(ACTS);
  expect(out).toContain('\\u009b2J');

  const HOME = await freshHome();
  const file = join(HOME, 'wrong.yaml');
  await writeFile(file, `version: 1\n${JSON.stringify(HOSTILE)}: 1\n`);
  const [, problems] = await orgdesk(['file', 'check', file, '--json'], { HOME });
  expect(JSON.parse(problems)).toEqual([expect.objectContaining({ message: `"${HOSTILE}" is not a key here.` })]);
  expect(problems).not.toMatch(ACTS);
});
