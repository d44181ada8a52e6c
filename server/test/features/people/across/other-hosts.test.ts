import { describe, expect, test } from 'vitest';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { addOrganizations, ofKind, readAcross, readPerson } from './across.ts';

describe.each(['cloud', 'ghe.com', 'enterprise-server'] as const)('on %s', (hostKind) => {
  // After each test, its calls are compared with the description of this kind of host.
  const { service, control, signIn } = stoppedService({ hostKind });

  test('people of all organizations, and one of them, are read with calls that exist there', async () => {
    const { owner, organizations } = addOrganizations(service(), 2, 101);
    const headers = await signIn(owner);
    const { lines, rows } = await readAcross(service(), headers, '?teams=true&invitations=true');
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
    expect(rows).toHaveLength(2 * 102 + 1);
    const person = await readPerson(service(), headers, organizations[0]?.logins[0] ?? '');
    expect(ofKind(person.lines, 'organization').map(({ role }) => role)).toEqual(
      expect.arrayContaining(['member', null]),
    );
    expect(person.lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
    const hasInvitations = control().count({ path: /invitations$/ }) > 0;
    expect(hasInvitations).toBe(hostKind === 'cloud');
    const budgets = ofKind(lines, 'budget').filter(({ resource }) => resource === 'core');
    expect(budgets.at(-1)?.limit).toBe(hostKind === 'enterprise-server' ? null : 5_000);
  });
});
