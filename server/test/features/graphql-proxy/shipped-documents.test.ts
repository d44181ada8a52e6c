import { beforeEach, describe, expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { DOCUMENTS, documentOf, proxy, requestOf } from './operations.ts';

const NOT_SHIPPED = { error: 'This service only runs queries shipped with its client.' };
const NAMES = [...DOCUMENTS.keys()];

describe('where only the documents of the client may be proxied', () => {
  const service = sharedService({ onlyShippedDocuments: true });
  const control = () => service().simulator.control;
  beforeEach(() => control().clearRequests());
  const send = async (body: unknown) => {
    const { bearer } = await service().signIn('ada');
    control().clearRequests();
    return proxy(service().url, bearer, body);
  };

  test.each(NAMES)('%s runs, also with other comments and blanks', async (name) => {
    const rewritten = `# x\n,${documentOf(name).replaceAll(/\s+/g, '\t,\n')}#`;
    for (const query of [documentOf(name), rewritten]) {
      expect((await send({ ...requestOf(name), query })).status).toBe(200);
      expect(control().count()).toBe(1);
    }
  });

  test.each([
    ['a field less', 'ViewerProfile', (text: string) => text.replace('avatarUrl', '')],
    ['a field more', 'ViewerProfile', (text: string) => text.replace('login', 'login email')],
    ['another order', 'ViewerProfile', (text: string) => text.replace('name\n    avatarUrl', 'avatarUrl name')],
    ['another alias', 'ViewerProfile', (text: string) => text.replace('viewer', 'me: viewer')],
    ['another number', 'OrganizationMembers', (text: string) => text.replace('first: 100', 'first: 99')],
    [
      'a value in place of a variable',
      'OrganizationMembers',
      (text: string) => text.replace('after: $after', 'after: "x"'),
    ],
    ['a fragment', 'ViewerProfile', () => 'query ViewerProfile { ...F } fragment F on Query { viewer { login } }'],
  ] as const)(
    'a document with %s is refused with 403, and asks the code host nothing [GP-11]',
    async (_what, name, change) => {
      const query = change(documentOf(name));
      expect(query).not.toBe(documentOf(name));
      const answer = await send({ ...requestOf(name), query });
      expect([answer.status, answer.json]).toEqual([403, NOT_SHIPPED]);
      expect(control().count()).toBe(0);
    },
  );

  test('a document of another name is not what its name stands for, and variables are looked at afterwards', async () => {
    const other = documentOf('OrganizationSummary').replace('OrganizationSummary', 'ViewerProfile');
    expect((await send({ query: other, operationName: 'ViewerProfile' })).json).toEqual({
      error: 'The query requests fields that its operation does not allow.',
    });
    const unknown = { query: 'query ViewerProfile { viewer { login } }', operationName: 'ViewerProfile', variables: 7 };
    expect((await send(unknown)).json).toEqual(NOT_SHIPPED);
    expect((await send({ ...unknown, query: documentOf('ViewerProfile') })).status).toBe(400);
  });
});
