import { REQUIRED_OWNERS_MAX } from '@orgdesk/contract/limits';
import { describe, expect, test } from 'vitest';
import { AUDIT_CHANGES } from '../../../src/lib/limits/audit.ts';
import { entriesOf } from '../../audit/entries.ts';
import { takeOver } from '../../changes/renamed-organizations/takeover.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { withoutTrail } from '../../support/databases/without-trail.ts';
import { addOrganization } from '../../support/service/add-organization.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { rulesAs } from './rules-as.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('the rules about owners of an organization on %s', (engine) => {
  const { service, world, signIn } = stoppedService({ engine });

  async function setUp() {
    const made = addOrganization(service());
    const { organization, owner, newcomer } = made;
    const addOwner = () => {
      const login = newcomer();
      world().addMembership({ organization, login, role: 'admin' });
      return login;
    };
    const entries = async () =>
      (await entriesOf(service(), organization)).filter(({ action }) => action === 'organization.owner_rules_changed');
    return { ...made, addOwner, entries, rules: rulesAs(service(), await signIn(owner), organization) };
  }

  test('demand nothing at first, and are changed by owners, each time with before and after in the audit log', async () => {
    const { owner, ownerId, addOwner, entries, rules } = await setUp();
    const other = addOwner();
    const otherId = world().needUser(other).id;
    expect(await rules.read()).toEqual({
      ownersMin: 1,
      requiredOwners: [],
      version: 0,
      changedAt: null,
      changedBy: null,
    });
    const changed = {
      ownersMin: 2,
      requiredOwners: [
        { id: ownerId, login: owner },
        { id: otherId, login: other },
      ],
      version: 1,
      changedAt: service().clock.now().toISOString(),
      changedBy: owner,
    };
    const request = { version: 0, ownersMin: 2, requiredOwners: [owner, other.toUpperCase()] };
    expect((await rules.askChange(request)).json).toEqual(changed);
    expect(await rules.read()).toEqual(changed);
    expect((await rules.askChange({ ...request, version: 1 })).json, 'the same again').toEqual(changed);

    await rules.change({ requiredOwners: [other] });
    const before = { ownersMin: 2, requiredOwners: [owner, other], requiredIds: [ownerId, otherId] };
    expect(await entries()).toMatchObject([
      { actor: { login: owner }, way: 'api', before: { ownersMin: 1, requiredOwners: [] }, after: before },
      { before, after: { ownersMin: 1, requiredOwners: [other], requiredIds: [otherId] } },
    ]);
  });

  test('are of one organization, and each version is replaced once, also from two instances', async () => {
    const { organization, owner, entries, rules } = await setUp();
    const elsewhere = await setUp();
    const second = await service().addInstance();
    const headers = await signIn(owner);
    const changes = [2, 3, 4, 5].map((ownersMin) => ({ version: 0, ownersMin, requiredOwners: [] }));
    const answers = await Promise.all(
      changes.map((change, nth) =>
        rulesAs(nth % 2 === 0 ? service() : second, headers, organization).askChange(change),
      ),
    );
    const refused = { error: 'Somebody else changed these rules. Please load them again.' };
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, json } of answers) if (status !== 200) expect([status, json]).toEqual([409, refused]);
    const kept = answers.find(({ status }) => status === 200)?.json;
    expect(await rules.read()).toEqual(kept);
    expect(await entries()).toHaveLength(1);
    expect(await elsewhere.rules.read()).toMatchObject({ ownersMin: 1, version: 0 });
    await second.close();
  });

  test('require accounts, not names, and only current owners are added', async () => {
    const { organization, newcomer, addOwner, entries, rules } = await setUp();
    const { control } = service().simulator;
    const [required, member] = [addOwner(), newcomer()];
    world().addMembership({ organization, login: member });
    const { requiredOwners } = await rules.change({ requiredOwners: [required] });
    const error = 'Only current owners can be required. Please check the usernames.';
    for (const login of [member, 'nobody-at-all'])
      expect((await rules.askChange({ version: 1, ownersMin: 1, requiredOwners: [required, login] })).json).toEqual({
        error,
      });

    control.platform.renameUser(required, `${required}-now`);
    world().addUser({ login: required });
    world().addMembership({ organization, login: required, role: 'admin' });
    const [{ id = 0 } = {}] = requiredOwners;
    expect((await rules.change({ ownersMin: 2, requiredOwners: [required] })).requiredOwners).toEqual([
      { id, login: `${required}-now` },
    ]);
    world().setRole(organization, `${required}-now`, 'member');
    const kept = await rules.change({ ownersMin: 3, requiredOwners: [`${required}-now`] });
    expect(kept.requiredOwners, 'required before').toEqual([{ id, login: `${required}-now` }]);
    expect(await entries()).toHaveLength(3);
  });

  test('show a required owner who was renamed by the present login, and take a former one for no second account', async () => {
    const { organization, addOwner, entries, rules } = await setUp();
    const { platform } = service().simulator.control;
    const required = addOwner();
    const now = `${required}-now`;
    const [{ id = 0 } = {}] = (await rules.change({ requiredOwners: [required] })).requiredOwners;
    platform.renameUser(required, now);
    expect(await rules.change({ requiredOwners: [required] }), 'the same account').toMatchObject({
      requiredOwners: [{ id, login: now }],
      version: 2,
    });
    expect(await rules.change({ requiredOwners: [now, now.toUpperCase()] }), 'the same again').toMatchObject({
      version: 2,
    });
    expect(await entries()).toHaveLength(2);

    platform.renameUser(now, `${required}-later`);
    world().addUser({ login: now });
    world().addMembership({ organization, login: now, role: 'admin' });
    const both = [now, `${required}-later`];
    const { status, json } = await rules.askChange({ version: 2, ownersMin: 1, requiredOwners: both });
    expect([status, json]).toEqual([409, { error: expect.stringMatching(/^Two of these usernames/) }]);
    await rules.change({ requiredOwners: [`${required}-later`] });
    expect((await rules.change({ requiredOwners: both })).requiredOwners).toEqual([
      { id: world().needUser(now).id, login: now },
      { id, login: `${required}-later` },
    ]);
  });

  test('require no owner of another organization that took the login within the minute of known rights', async () => {
    const { organization, newcomer, entries, rules } = await setUp();
    const other = newcomer();
    await rules.read();
    const { renamed } = takeOver(service().simulator, organization);
    world().addMembership({ organization, login: other, role: 'admin' });
    const { status } = await rules.askChange({ version: 0, ownersMin: 1, requiredOwners: [other] });
    expect(status).toBe(404);
    expect([await entries(), await entriesOf(service(), renamed)]).toEqual([[], []]);
  });

  test('are bounded, and a wrong number of owners is refused', async () => {
    const { owner, entries, rules } = await setUp();
    const logins = Array.from({ length: REQUIRED_OWNERS_MAX + 1 }, (_, nth) => `x-${nth}`);
    for (const wrong of [{ requiredOwners: logins }, { ownersMin: 0 }, { ownersMin: 101 }, { ownersMin: 1.5 }]) {
      const { status } = await rules.askChange({ version: 0, ownersMin: 1, requiredOwners: [owner], ...wrong });
      expect(status).toBe(400);
    }
    expect(await entries()).toEqual([]);
  });

  test('change so often in an hour, and never without their entry', async () => {
    const { rules, entries } = await setUp();
    const answer = await withoutTrail(service().databaseUrl, () =>
      rules.askChange({ version: 0, ownersMin: 2, requiredOwners: [] }),
    );
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(await rules.read()).toMatchObject({ ownersMin: 1, version: 0 });
    await rules.change({ ownersMin: 2 });
    const [entry] = await entries();
    if (entry === undefined) throw new Error('there is no entry');
    const others = Array.from({ length: AUDIT_CHANGES.max - 1 }, () => entry);
    await service().storage.auditTrail.record(others, service().clock.now());
    const { status, json } = await rules.askChange({ version: 1, ownersMin: 9, requiredOwners: [] });
    expect([status, json]).toEqual([429, { error: expect.stringContaining('changes') }]);
    expect(await rules.read()).toMatchObject({ ownersMin: 2, version: 1 });
  });
});
