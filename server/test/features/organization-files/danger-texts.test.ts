import { PlanDanger } from '@orgdesk/contract';
import { dangerText } from '@orgdesk/contract/organizations/file/plan-texts';
import { expect, test } from 'vitest';

const KINDS = PlanDanger.properties.kind.anyOf.map(({ const: kind }) => kind);

test('every danger has a text for one and for several, with the number where there is one', () => {
  for (const kind of KINDS) {
    const [one, many] = [dangerText({ kind, count: 1 }), dangerText({ kind, count: 1_234 })];
    expect([kind, one, many].join()).not.toContain('#');
    if (kind === 'no-owner-left' || kind === 'yourself') continue;
    expect(one).toMatch(/\b1 /);
    expect(many).toContain('1234');
  }
  expect(dangerText({ kind: 'too-few-owners', count: 1 })).toBe('1 owner would be left, which is too few');
  expect(dangerText({ kind: 'required-owner-lost', count: 2 })).toBe('2 required owners would lose that role');
  expect(dangerText({ kind: 'other-account', count: 1 })).toBe(
    '1 username belongs to another account than when files were applied last',
  );
});
