import { expect, test } from 'vitest';
import { entriesOf } from '../../audit-trail/entries.ts';
import { addPlace } from '../../support/service/add-place.ts';
import { cachedFacts } from '../../support/service/cache.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { postWebhook } from '../../support/webhooks.ts';

const service = sharedService();
const NAMES = [
  'installation',
  'installation_repositories',
  'installation_target',
  'github_app_authorization',
  'organization',
  'membership',
  'team',
  'member',
  'repository',
];

test('a captured body under the name of another event changes nothing and makes no entry', async () => {
  const { organization, organizationId, owner, ownerId, installation } = addPlace(service());
  const account = { id: organizationId, login: organization, type: 'Organization' };
  const common = { organization: account, sender: { id: ownerId, login: owner }, installation: { id: installation } };
  const member = { id: 77, login: 'grace' };
  const repository = { id: 3, full_name: `${organization}/code` };
  const team = { id: 5, slug: 'crew', name: 'crew' };
  const changes = { login: { from: 'former' } };
  const bodies: readonly (readonly [string, object])[] = [
    ['team', { action: 'deleted', team, ...common }],
    ['team', { action: 'created', team, repository, ...common }],
    ['member', { action: 'added', member, repository, ...common }],
    ['member', { action: 'edited', member, repository, changes: {}, ...common }],
    ['membership', { action: 'removed', member, team, ...common }],
    ['repository', { action: 'renamed', repository, changes, ...common }],
    ['repository', { action: 'created', repository, ...common }],
    ['organization', { action: 'deleted', ...common }],
    ['organization', { action: 'renamed', changes, ...common }],
    ['installation_target', { action: 'renamed', account, target_type: 'Organization', changes, ...common }],
    ['installation', { action: 'deleted', ...common, installation: { id: installation, account } }],
    ['label', { action: 'revoked', repository, ...common }],
  ];
  const before = await cachedFacts(service().storage, installation);
  const entries = await entriesOf(service(), organization);
  for (const [own, body] of bodies) {
    for (const event of NAMES.filter((name) => name !== own)) {
      const { status } = await postWebhook(service().url, { event, body: JSON.stringify(body) });
      expect([200, 400]).toContain(status);
    }
  }
  expect(await cachedFacts(service().storage, installation)).toEqual(before);
  expect(await entriesOf(service(), organization)).toEqual(entries);
});
