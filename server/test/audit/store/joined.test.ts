import { describe, expect, test } from 'vitest';
import { ENGINES } from '../../support/databases/engines.ts';
import { after, eventOf, NOON } from './trails.ts';

const person = (id: number) => ({ kind: 'person', id, name: `person-${id}` }) as const;

describe.each(ENGINES)('when members joined, on $name', ({ open }) => {
  test('is the last event about each, unless they left or it was only intended', async () => {
    const { auditTrail: trail } = (await open()).storage;
    const record = (action: string, id: number, at: Date, more: object = {}) =>
      trail.record([eventOf({ action, target: person(id), ...more })], at);
    await record('member.added', 1, NOON);
    await record('member.added', 2, NOON);
    await record('member.removed', 1, after(1));
    await record('member.added', 1, after(2));
    await record('member.removed', 2, after(3));
    await record('member.added', 3, after(4));
    await record('member.role_changed', 3, after(5));
    await record('team.member_added', 4, after(5));
    await record('member.added', 5, after(5), { organization: { id: 11, login: 'other' } });
    await record('member.added', 6, after(5), { target: { kind: 'person', id: null, name: 'somebody' } });
    await trail.intend([eventOf({ action: 'member.added', target: person(7) })], after(6));
    await trail.intend([eventOf({ action: 'member.removed', target: person(3) })], after(6));

    expect(await trail.joined(10)).toEqual(
      new Map([
        [3, after(4)],
        [1, after(2)],
      ]),
    );
    expect(await trail.joined(12)).toEqual(new Map());
  });
});
