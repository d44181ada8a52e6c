import type { PeopleChange } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { addShared, runsAs } from '../runs/running.ts';
import { previewed } from './changing.ts';

const REMOVE: PeopleChange = { kind: 'remove' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('previews in several organizations on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  test('are those of each organization, in which the same person may be somebody else', async () => {
    const { owner, organizations, ids, leaver } = addShared(service(), 12);
    world().setRole(organizations[1]?.organization ?? '', leaver, 'admin');
    world().removeMembership(organizations[2]?.organization ?? '', leaver);
    const headers = await signIn(owner);
    const { previews, isComplete } = await runsAs(service(), headers).preview(REMOVE, [leaver, owner], ids);
    expect(isComplete).toBe(true);
    expect(previews.map(({ organization }) => organization)).toEqual(ids);
    for (const [index, { login, preview }] of previews.entries()) {
      const { organization = '' } = organizations[index] ?? {};
      expect(login).toBe(organization);
      const own = await previewed(service(), { organization, headers }, REMOVE, [leaver, owner]);
      expect(preview.people).toEqual(own.people);
      expect(preview.people.map(({ verdict }) => verdict)).toEqual([
        index === 2 ? 'not-there' : 'will-change',
        'yourself',
      ]);
    }
  });

  test('name the organizations without the team', async () => {
    const { owner, organizations, ids, leaver } = addShared(service(), 3);
    world().addTeam({ organization: organizations[1]?.organization ?? '', name: 'Crew', members: [] });
    const change: PeopleChange = { kind: 'add-to-team', team: 'crew', role: 'member' };
    const { previews, reasons } = await runsAs(service(), await signIn(owner)).preview(change, [leaver], ids);
    expect(previews.map(({ organization }) => organization)).toEqual([ids[1]]);
    expect(reasons).toEqual(
      new Map([
        [ids[0], 'no-team'],
        [ids[2], 'no-team'],
      ]),
    );
  });

  test('stop at a rate limit, which all organizations share', async () => {
    const { owner, ids, leaver } = addShared(service(), 12);
    const headers = await signIn(owner);
    control().fault({ kind: 'primary-rate-limit', match: { path: /^\/user\/memberships\/orgs\// } });
    control().clearRequests();
    const { previews, reasons } = await runsAs(service(), headers).preview(REMOVE, [leaver], ids);
    expect(previews).toEqual([]);
    expect(new Set(reasons.values())).toEqual(new Set(['limit']));
    expect(reasons.size).toBe(12);
    expect(control().requests().length).toBeLessThanOrEqual(4);
  });

  test('are refused for more organizations or people than one may name', async () => {
    const { owner, ids, leaver } = addShared(service(), 1);
    const runs = runsAs(service(), await signIn(owner));
    const many = Array.from({ length: 101 }, (_, index) => index + 1);
    await expect(runs.preview(REMOVE, [leaver], many)).rejects.toThrow(/^no previews: 400/);
    await expect(runs.preview(REMOVE, [], ids)).rejects.toThrow(/^no previews: 400/);
    await expect(runs.preview(REMOVE, [leaver], [])).rejects.toThrow(/^no previews: 400/);
    const twice = await runs.preview(REMOVE, [leaver], [...ids, ...ids]);
    expect(twice.previews).toHaveLength(1);
  });
});
