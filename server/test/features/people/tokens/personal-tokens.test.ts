import { describe, expect, onTestFinished, test } from 'vitest';
import { entriesOf } from '../../../audit/entries.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { addOrganization } from '../../../support/service/add-organization.ts';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { listTokens, permitTokens, revokeTokens } from './tokens.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('personal access tokens on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  async function setUp(level?: 'read' | 'write' | null) {
    const { organization, owner, newcomer } = addOrganization(service());
    const [person, other] = [newcomer(), newcomer()];
    for (const login of [person, other]) world().addMembership({ organization, login });
    if (level !== null) permitTokens(world(), organization, level);
    const add = (login: string, name: string) => world().addPersonalToken(organization, login, name).id;
    const whose = { organization, headers: await signIn(owner), person };
    const entries = async () =>
      (await entriesOf(service(), organization))
        .filter(({ action }) => action === 'token.revoked')
        .map(({ outcome, target, after, message }) => ({ outcome, target: target?.name, token: after.token, message }));
    const left = () =>
      world()
        .needOrganization(organization)
        .personalTokens.map(({ id }) => id);
    return { organization, owner, person, other, add, whose, entries, left };
  }

  test('are listed for one person, and those chosen are revoked, once each', async () => {
    const { person, other, add, whose, entries, left } = await setUp();
    const [deploys, backup, foreign] = [add(person, 'deploys'), add(person, 'backup'), add(other, 'deploys')];
    const listed = await listTokens(service(), { ...whose, person: person.toUpperCase() });
    expect([listed.status, listed.json]).toEqual([
      200,
      {
        tokens: [
          { id: deploys, name: 'deploys', grantedAt: expect.any(String), lastUsedAt: null, expiresAt: null },
          expect.objectContaining({ id: backup, name: 'backup' }),
        ],
        message: null,
      },
    ]);
    const revoked = await revokeTokens(service(), whose, [foreign, deploys, 1]);
    expect([revoked.status, revoked.json]).toEqual([
      200,
      {
        results: [
          { id: foreign, outcome: 'gone', error: null },
          { id: deploys, outcome: 'done', error: null },
          { id: 1, outcome: 'gone', error: null },
        ],
      },
    ]);
    expect(left()).toEqual([backup, foreign]);
    expect(await entries()).toEqual([{ outcome: 'done', target: person, token: deploys, message: null }]);
    expect((await revokeTokens(service(), whose, [deploys])).json).toEqual({
      results: [{ id: deploys, outcome: 'gone', error: null }],
    });
    expect(await entries()).toHaveLength(1);
  });

  test('are revoked by one of two requests at once', async () => {
    const { person, add, whose, entries } = await setUp();
    const id = add(person, 'deploys');
    const answers = await Promise.all([revokeTokens(service(), whose, [id]), revokeTokens(service(), whose, [id])]);
    const outcomes = answers.flatMap(({ json }) => (json as { results: { outcome: string }[] }).results);
    expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
    expect(await entries()).toHaveLength(1);
  });

  test('name the missing permission, and nothing is sent or recorded without it', async () => {
    const { person, add, whose, entries, left } = await setUp(null);
    const id = add(person, 'deploys');
    const needed = (level: string) =>
      `Resource not accessible by integration (needs organization_personal_access_tokens: ${level})`;
    expect((await listTokens(service(), whose)).json).toEqual({ tokens: null, message: needed('read') });
    expect((await revokeTokens(service(), whose, [id])).json).toEqual({
      results: [{ id, outcome: 'refused', error: needed('read') }],
    });
    expect([left(), await entries()]).toEqual([[id], []]);
    const readable = await setUp('read');
    const token = readable.add(readable.person, 'deploys');
    expect((await revokeTokens(service(), readable.whose, [token])).json).toEqual({
      results: [{ id: token, outcome: 'refused', error: needed('write') }],
    });
    expect(await readable.entries()).toEqual([
      { outcome: 'refused', target: readable.person, token, message: needed('write') },
    ]);
  });

  test('after an answer that got lost are not confirmed, and after a limit not tried', async () => {
    const { person, add, whose, organization, entries } = await setUp();
    const [first, second, third] = [add(person, 'one'), add(person, 'two'), add(person, 'three')];
    onTestFinished(() => control().clearFaults());
    const path = (id: number) => `/orgs/${organization}/personal-access-tokens/${id}`;
    control().fault({ kind: 'bad-gateway-html', match: { method: 'POST', path: path(first) } });
    control().fault({ kind: 'secondary-rate-limit', match: { method: 'POST', path: path(second) } });
    const { json } = await revokeTokens(service(), whose, [first, second, third]);
    expect((json as { results: { outcome: string }[] }).results.map(({ outcome }) => outcome)).toEqual([
      'not-confirmed',
      'refused',
      'not-tried',
    ]);
    expect((await entries()).map(({ outcome }) => outcome)).toEqual(['unknown', 'refused', 'refused']);
  });

  test.for(['renamed', 'renamed, and its name taken', 'demoted'] as const)(
    'are not gone from an organization that was %s after rights were read',
    async (change) => {
      const { organization, owner, person, add, whose } = await setUp();
      const tokens = [add(person, 'one'), add(person, 'two')];
      expect((await listTokens(service(), whose)).json).toMatchObject({ tokens: [{}, {}] });
      const { id } = world().needOrganization(organization);
      if (change === 'demoted') {
        world().addMembership({
          organization,
          login: world().addUser({ login: `${owner}-other` }).login,
          role: 'admin',
        });
        world().setRole(organization, owner, 'member');
      } else control().platform.renameOrganization(organization, `${organization}-now`);
      if (change === 'renamed, and its name taken') {
        world().addOrganization({ login: organization });
        for (const login of [owner, person]) world().addMembership({ organization, login, role: 'admin' });
        control().platform.install({ account: organization });
        permitTokens(world(), organization);
      }
      const { json } = await revokeTokens(service(), whose, tokens);
      const { results = [] } = json as { readonly results?: readonly { readonly outcome: string }[] };
      expect(results.map(({ outcome }) => outcome)).not.toContain('gone');
      expect(results.map(({ outcome }) => outcome)).not.toContain('done');
      expect(
        world()
          .organizationById(id)
          ?.personalTokens.map((token) => token.id),
      ).toEqual(tokens);
    },
  );

  test('of nobody are not looked up', async () => {
    const { whose } = await setUp();
    const nobody = { ...whose, person: encodeURIComponent('no login') };
    expect((await listTokens(service(), nobody)).status).toBe(404);
    expect((await revokeTokens(service(), nobody, [1])).status).toBe(404);
  });
});
