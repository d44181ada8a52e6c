import { expect, test } from 'vitest';
import { readOwnMembership } from '../../../src/code-host/people/memberships.ts';
import { hostAnswering, json, TOKEN } from '../host-answering.ts';
import { NOON, startHost } from '../host-under-test.ts';

const FOREIGN_TOKEN = 'ghs_0123456789abcdefghijABCDEFGHIJ';
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiI3In0.c2lnbmF0dXJl';
const SPOILED = `No.\r\n{"level":"fatal"}\u001b[31m\u202e ${FOREIGN_TOKEN} ${JWT} `;
const HARMLESS = 'No. {"level":"fatal"} [31m  [secret] [secret]';

test('what the code host says of the App that it does not accept is logged on one short line, without what looks like a secret', async () => {
  const { host, simulator, log } = await startHost();
  simulator.control.fault({ kind: 'reply', status: 401, body: { message: SPOILED + 'x'.repeat(5_000) } });
  await host.deliveriesSince(NOON);
  const [line] = log.lines as readonly { readonly message: string }[];
  expect(line?.message.slice(0, 60)).toBe(`${HARMLESS} ${'x'.repeat(60)}`.slice(0, 60));
  expect(line?.message.length).toBe(500);
});

test('so is the message of a refusal, of REST and of GraphQL', async () => {
  const { host } = await hostAnswering({
    '/api/user/memberships/orgs/acme': (_request, response) => json(response, 403, { message: SPOILED }),
    '/api/graphql': (_request, response) => json(response, 200, { data: {}, errors: [{ message: SPOILED }] }),
  });
  expect(await readOwnMembership(host.as({ token: TOKEN }), 'acme')).toEqual({
    ok: false,
    refusal: { kind: 'rejected', status: 403, message: HARMLESS },
  });
  const query = { query: 'query Q { viewer { login } }', operationName: 'Q', variables: {} };
  expect(await host.as({ token: TOKEN }).query(query)).toMatchObject({ value: { errors: [{ message: HARMLESS }] } });
});
