import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { sharedService } from '../support/service/shared-service.ts';
import { installationPayload, postWebhook } from '../support/webhooks.ts';
import { entriesOf, faultIn } from './entries.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('what webhooks tell is in the trail, on %s:', (engine) => {
  const service = sharedService({ engine });
  const host = () => service().simulator.control;
  const world = () => service().simulator.world;
  let count = 0;
  /** An organization of its own with an owner, a member, a team and a repository, and the App. */
  async function addOrganization() {
    count += 1;
    const [organization, owner, member] = [`told-${count}`, `told-owner-${count}`, `told-member-${count}`];
    world().addOrganization({ login: organization });
    for (const login of [owner, member]) world().addUser({ login });
    world().addMembership({ organization, login: owner, role: 'admin' });
    world().addTeam({ organization, name: 'Crew' });
    for (const name of ['one', 'two']) world().addRepository({ owner: organization, name });
    const { id } = host().platform.install({ account: organization, repositories: ['one'], by: owner });
    await host().settled();
    return { organization, owner, member, id };
  }
  const eventsOf = async (organization: string) =>
    (await entriesOf(service(), organization)).map(({ action, target, actor }) => [action, target?.name, actor?.login]);
  const post = (body: object, event: string, headers = {}) =>
    postWebhook(service().url, { event, body: JSON.stringify(body), headers });

  test('who came, went and was put where, by whom, with the delivery', async () => {
    const { organization, owner, member, id } = await addOrganization();
    const { platform } = host();
    const { login: invited } = world().addUser({ login: `invited-${count}` });
    platform.addMember(organization, member, 'member', owner);
    platform.invite({ organization, login: invited, by: owner });
    platform.addTeamMember(organization, 'crew', member, owner);
    platform.removeTeamMember(organization, 'crew', member, owner);
    platform.addCollaborator(organization, 'one', member, owner);
    platform.removeCollaborator(organization, 'one', member, owner);
    platform.addRepositories(id, ['two'], owner);
    platform.removeRepositories(id, ['two'], owner);
    platform.removeMember(organization, member, owner);
    platform.suspend(id, owner);
    await host().settled();
    platform.unsuspend(id, owner);
    await host().settled();
    const seen = await eventsOf(organization);
    expect(seen.map(([action]) => action).toSorted()).toEqual(
      [
        'installation.created',
        'member.added',
        'invitation.sent',
        'team.member_added',
        'team.member_removed',
        'repository.collaborator_added',
        'repository.collaborator_removed',
        'installation.repositories_added',
        'installation.repositories_removed',
        'member.removed',
        'installation.suspended',
        'installation.unsuspended',
      ].toSorted(),
    );
    expect(seen).toContainEqual(['member.removed', member, owner]);
    expect(seen).toContainEqual(['invitation.sent', invited, owner]);
    const entries = await entriesOf(service(), organization);
    const guids = new Set(
      host()
        .deliveries({ installationId: id })
        .map(({ guid }) => guid),
    );
    for (const entry of entries) {
      expect(entry).toMatchObject({ way: 'webhook', outcome: 'done', requestId: null, settledAt: null });
      expect(guids).toContain(entry.deliveryId);
    }
    const added = entries.find(({ action }) => action === 'team.member_added');
    expect(added).toMatchObject({ target: { kind: 'person' }, after: { team: 'crew' } });
    const repositories = entries.find(({ action }) => action === 'installation.repositories_added');
    expect(repositories?.after).toEqual({ count: 1, repositories: [`${organization}/two`] });
    expect(await faultIn(service().storage)).toBeNull();
  });

  test('a renaming once, though two events tell of it', async () => {
    const { organization, owner } = await addOrganization();
    host().platform.renameOrganization(organization, `${organization}-new`, owner);
    await host().settled();
    const [, ...renamed] = await entriesOf(service(), `${organization}-new`);
    expect(renamed.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['organization.renamed', { login: organization }, { login: `${organization}-new` }],
    ]);
  });

  const about = (organization: string, installationId: number, action: string, more: object = {}) => ({
    action,
    organization: { login: organization, id: world().needOrganization(organization).id },
    installation: { id: installationId },
    sender: { login: 'someone', id: 77 },
    ...more,
  });
  const user = { login: 'somebody', id: 78 };

  test('a delivery that comes again once, and copies of its body under any other name not at all', async () => {
    const { organization, id } = await addOrganization();
    const added = about(organization, id, 'member_added', { membership: { role: 'member', user } });
    const removed = about(organization, id, 'member_removed', { membership: { role: 'member', user } });
    const named = { 'x-github-delivery': 'a-guid' };
    await post(added, 'organization', named);
    await post(added, 'organization', named);
    await post(added, 'organization');
    await post(removed, 'organization');
    host().clearRequests();
    // The code host lists another event of the same App.
    const real = host().deliveries({ installationId: id })[0]?.guid ?? '';
    for (let copy = 0; copy < 30; copy += 1) {
      for (const body of [added, removed]) {
        const guid = copy === 0 ? real : `made-up-${copy}-${body.action}`;
        await post(body, 'organization', { 'x-github-delivery': guid });
      }
    }
    // Until the list of deliveries was read after the last copy.
    await expect.poll(() => host().count({ path: '/app/hook/deliveries' })).toBeGreaterThan(0);
    await service().storage.ready();
    expect((await eventsOf(organization)).slice(1).map(([action]) => action)).toEqual([
      'member.added',
      'member.removed',
    ]);
    expect(host().count({ path: '/app/hook/deliveries' })).toBeLessThanOrEqual(2);
  });

  test('teams, repositories and texts of any kind and length', async () => {
    const { organization, id } = await addOrganization();
    const team = { id: 5, slug: 'ops', name: 'Ops\u0000\u202e', deleted: true };
    const repository = { id: 6, full_name: `${organization}/one`, private: true };
    await post(about(organization, id, 'created', { team }), 'team');
    await post(about(organization, id, 'edited', { team, changes: { name: { from: 'x'.repeat(100_000) } } }), 'team');
    await post(about(organization, id, 'added_to_repository', { team, repository }), 'team');
    await post(about(organization, id, 'removed_from_repository', { team, repository }), 'team');
    await post(about(organization, id, 'deleted', { team }), 'team');
    await post(
      about(organization, id, 'renamed', { repository, changes: { repository: { name: { from: 'old' } } } }),
      'repository',
    );
    const entries = (await entriesOf(service(), organization)).slice(1);
    expect(entries.map(({ action }) => action)).toEqual([
      'team.created',
      'team.edited',
      'team.repository_added',
      'team.repository_removed',
      'team.deleted',
      'repository.changed',
    ]);
    expect(JSON.stringify(entries[1]).length).toBeLessThan(3_000);
    expect(entries[5]).toMatchObject({ before: { name: 'old' }, after: { change: 'renamed', private: true } });
  });

  test('nothing of other Apps, of people, of events nobody keeps, and of those without a subject', async () => {
    const { organization, id } = await addOrganization();
    const before = await eventsOf(organization);
    await post(about(organization, id, 'member_added', { membership: { user: { login: 5 } } }), 'organization');
    await post(about(organization, id, 'member_added', { installation: null }), 'organization');
    await post(
      { ...about(organization, id, 'member_added'), organization: { id: -1, login: organization } },
      'organization',
    );
    await post(about(organization, id, 'starred'), 'star');
    const foreign = { id, app_id: 999_999, account: { login: organization, id: 1, type: 'Organization' } };
    await post(about(organization, id, 'created', { installation: foreign }), 'installation');
    await postWebhook(service().url, {
      body: installationPayload('created', 5, { account: { id: 5, login: 'x', type: 'User' } }),
    });
    const member = about(organization, id, 'member_added', { membership: { role: 'member', user } });
    const answer = await postWebhook(service().url, {
      event: 'organization',
      body: JSON.stringify(member),
      secret: 'x',
    });
    expect(answer.status).toBe(403);
    expect(await eventsOf(organization)).toEqual(before);
  });
});

describe('without a webhook secret', () => {
  const service = sharedService({ webhookSecret: null });

  test('nothing is in the trail, since anybody could put it there', async () => {
    const { world } = service().simulator;
    const { id } = world.needOrganization('acme');
    const body = JSON.stringify({
      action: 'member_removed',
      organization: { login: 'acme', id },
      installation: { id: 1 },
      membership: { role: 'admin', user: { login: 'ada', id: 1 } },
    });
    expect((await postWebhook(service().url, { event: 'organization', body, signature: null })).status).toBe(200);
    expect(await entriesOf(service(), 'acme')).toEqual([]);
  });
});
