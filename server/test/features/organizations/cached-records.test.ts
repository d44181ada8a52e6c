import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('organizations and the cached records on %s', (engine) => {
  const service = sharedService({ engine });

  test('repository count, selection and suspension come from the cached record, in the list and alone [R-14 R-15 O-3]', async () => {
    const { bearer } = await service().signIn('ada');
    const beside = await ENGINES_OF_RULES.find(({ name }) => name === engine)?.open({
      url: service().databaseUrl,
      migrate: false,
    });
    await beside?.rawQuery(
      "update host_installations set repository_count = 7, repository_selection = 'selected', suspended_at = 0 where account_login = 'acme'",
    );
    service().simulator.control.clearRequests();
    const expected = {
      login: 'acme',
      repositoryCount: 7,
      repositorySelection: 'selected',
      suspendedAt: '1970-01-01T00:00:00.000Z',
    };

    const one = await fetchOnce(`${service().url}/api/organizations/acme`, { headers: bearer });
    expect(one.json).toMatchObject({ organization: expected });
    const all = await fetchOnce(`${service().url}/api/organizations`, { headers: bearer });
    expect(all.json).toMatchObject({ organizations: expect.arrayContaining([expect.objectContaining(expected)]) });
    expect(service().simulator.control.requests()).toEqual([]);
  });
});
