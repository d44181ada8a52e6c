import type { PlanStep } from '@orgdesk/contract';
import { foldLogin } from '../../domain/account.ts';
import type { DesiredOrganization } from './desired.ts';
import type { CurrentOrganization } from './read-organization.ts';

const NOTHING = {
  team: null,
  teamId: null,
  repository: null,
  id: null,
  from: null,
  to: null,
  needs: null,
  after: [],
};

export const step = (kind: PlanStep['kind'], values: Partial<PlanStep>): PlanStep => ({
  kind,
  login: null,
  ...NOTHING,
  ...values,
});

/** Returns the steps for owners and members. An invited person counts with the role of the invitation. */
export function comparePeople(
  { exact, listedRoles, people: desired }: DesiredOrganization,
  { people, invited, joinStep }: Pick<CurrentOrganization, 'people' | 'invited' | 'joinStep'>,
  idOf: (login: string) => number | null,
): PlanStep[] {
  const isExact = exact.has('people');
  const current = new Map(people.map((person) => [foldLogin(person.login), person]));
  const invitedLogins = new Set(invited.map(({ login }) => foldLogin(login)));
  const steps: PlanStep[] = [];
  for (const [key, { login, role }] of desired) {
    const person = current.get(key);
    if (person === undefined) {
      if (!invitedLogins.has(key)) steps.push(step(joinStep, { login, id: idOf(login), to: { role } }));
    } else if (person.role !== role && (isExact || role === 'admin')) {
      const { id } = person;
      steps.push(step('set-role', { login: person.login, id, from: { role: person.role }, to: { role } }));
    }
  }
  if (!isExact) return steps;
  for (const [key, { id, login, role }] of current) {
    if (desired.has(key) || !listedRoles.has(role)) continue;
    // Whoever may be a member for all that the files say, is not removed for not being an owner.
    steps.push(
      role === 'admin' && !listedRoles.has('member')
        ? step('set-role', { login, id, from: { role }, to: { role: 'member' } })
        : step('remove-person', { login, id, from: { role } }),
    );
  }
  return steps;
}
