import type { DeadWorkAnswer } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { entriesOf } from '../../audit/entries.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { addDeadWork } from './dead.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('work that failed too often, on %s', (engine) => {
  const service = sharedService({ engine });
  const as = async (login: string) => {
    const { bearer: headers } = await service().signIn(login);
    const ask = (path: string, method: string) =>
      fetchOnce(`${service().url}/api/organizations/acme/dead-work${path}`, { method, headers });
    return {
      list: async () => ((await ask('', 'GET')).json as DeadWorkAnswer).work,
      retry: (id: string) => ask(`/${id}/retry`, 'POST'),
      ask,
    };
  };

  test('is shown to owners of its organization with its reason, and retried once, which is in the audit log', async () => {
    const id = await addDeadWork(service(), 'acme');
    await addDeadWork(service(), 'lumen-labs', 'another');
    const ada = await as('ada');
    expect(await ada.list()).toEqual([
      {
        id,
        kind: 'test',
        attempts: 3,
        reason: 'a-key is broken',
        createdAt: expect.any(String),
        diedAt: expect.any(String),
      },
    ]);
    const answers = await Promise.all([ada.retry(id), ada.retry(id)]);
    expect(new Set(answers.map(({ json }) => JSON.stringify(json)))).toEqual(
      new Set(['{"retried":true}', '{"retried":false}']),
    );
    expect(await ada.list()).toEqual([]);
    const entries = (await entriesOf(service(), 'acme')).filter(({ action }) => action === 'work.retried');
    expect(entries).toMatchObject([{ actor: { login: 'ada' }, target: { name: 'a-key' }, after: { kind: 'test' } }]);
  });

  test('of another organization is not found, and nobody but owners sees any', async () => {
    const ada = await as('ada');
    for (const id of ['test.another', 'test.none', 'none', "test.'", 'test.%00'])
      expect((await ada.retry(id)).status, id).toBe(404);
    expect((await (await as('grace')).ask('', 'GET')).status).toBe(403);
  });
});
