import type { ReviewAcrossLine } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { takeOver } from '../../../changes/renamed-organizations/takeover.ts';
import { fetchOnce, type RequestHeaders } from '../../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { addOrganizations, ofKind } from './across.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('the access review of all organizations, on %s,', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  async function review(headers: RequestHeaders) {
    const { status, text } = await fetchOnce(`${service().url}/api/people-review`, { headers });
    if (status !== 200) throw new Error(`${status} ${text}`);
    const lines: readonly ReviewAcrossLine[] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const found = (id: number, finding: string) =>
      ofKind(lines, 'finding').find((line) => line.organization === id && line.finding === finding);
    const reasons = new Map(
      ofKind(lines, 'finished').map(({ organization, failure }) => [organization, failure?.reason ?? null]),
    );
    return { lines, found, reasons, text };
  }

  test('has the findings of each as its own review, with their dismissals', async () => {
    const { owner, organizations } = addOrganizations(service(), 3);
    const [first, second, third] = organizations as [
      (typeof organizations)[0],
      (typeof organizations)[0],
      (typeof organizations)[0],
    ];
    const [weak = ''] = first.logins;
    world().updateUser(weak, { secondFactor: 'none' });
    world().addMembership({ organization: second.organization, login: weak });
    const outside = third.newcomer();
    world().addRepository({ owner: third.organization, name: 'plans' });
    world().setDirectAccess(third.organization, 'plans', outside, 'WRITE');
    world().addTeam({ organization: first.organization, name: 'Empty', members: [] });
    const headers = await signIn(owner);
    const { lines, found, reasons } = await review(headers);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
    expect([...reasons.values()]).toEqual([null, null, null]);
    for (const { organizationId, organization } of organizations) {
      const own = await fetchOnce(`${service().url}/api/organizations/${organization}/people-review`, { headers });
      const expected = own.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ kind }) => kind === 'finding');
      const sent = ofKind(lines, 'finding').filter((line) => line.organization === organizationId);
      // Members of a list across organizations have no names.
      const bare = (line: object) =>
        JSON.parse(JSON.stringify(line, (key, value) => (key === 'name' ? undefined : value)));
      expect(sent.map(({ organization: _, ...line }) => bare(line))).toEqual(expected.map(bare));
    }
    expect(found(first.organizationId, 'no-second-factor')).toMatchObject({ people: [{ login: weak }] });
    expect(found(second.organizationId, 'no-second-factor')).toMatchObject({ people: [{ login: weak }] });
    expect(found(third.organizationId, 'outside-collaborators')).toMatchObject({
      people: [{ login: outside, repositories: [{ name: 'plans', permission: 'WRITE' }] }],
    });
  });

  test('names what cannot be read, follows renames, and reads nothing of others', async () => {
    const { owner, organizations } = addOrganizations(service(), 4);
    const [signOn, demoted, renamed, suspended] = organizations as [
      (typeof organizations)[0],
      (typeof organizations)[0],
      (typeof organizations)[0],
      (typeof organizations)[0],
    ];
    const headers = await signIn(owner);
    world().updateOrganization(signOn.organization, { samlEnforced: true });
    world().setRole(demoted.organization, owner, 'member');
    takeOver(service().simulator, renamed.organization);
    control().platform.suspend(suspended.installation);
    await control().settled();
    service().clock.advance(61_000);
    control().clearRequests();
    const { reasons, text } = await review(headers);
    expect(reasons.get(signOn.organizationId)).toBe('single-sign-on');
    expect(reasons.get(demoted.organizationId)).toBe('not-an-owner');
    expect(reasons.get(suspended.organizationId)).toBe('app-suspended');
    for (const { logins } of [signOn, demoted, suspended])
      for (const login of logins) expect(text).not.toContain(login);
  });

  test('is empty for somebody who owns nothing, and makes no call for them', async () => {
    const { login } = world().addUser({ login: `owns-nothing-on-${engine.toLowerCase()}` });
    const headers = await signIn(login);
    control().clearRequests();
    const { lines } = await review(headers);
    expect(lines).toEqual([
      { kind: 'organizations', organizations: [] },
      { kind: 'end', isComplete: true },
    ]);
    expect(control().count({ login, path: /^\/orgs/ })).toBe(0);
  });
});
