import { expect, test } from 'vitest';
import { AUDIT_CHANGES } from '../../../src/lib/limits/audit.ts';
import { entriesOf, eventOf, NOON } from '../../audit/store/trails.ts';
import { ENGINES } from '../../support/databases/engines.ts';

test.each(ENGINES)('rules about owners that were replaced since somebody saw them stay, on $name', async ({ open }) => {
  const { ownerRules, auditTrail } = (await open()).storage;
  const change = { organizationId: 10, by: { id: 1, login: 'Ada' }, at: NOON, within: AUDIT_CHANGES };
  const replace = (version: number, ownersMin: number) =>
    ownerRules.replace({ ownersMin, requiredOwners: [] }, { ...change, version }, () =>
      eventOf({ action: 'organization.owner_rules_changed', target: null }),
    );
  const meanwhile = { ok: false, refusal: { kind: 'changed-meanwhile' } };
  expect(await replace(1, 9), 'before there were any').toEqual(meanwhile);
  expect(await replace(0, 2)).toMatchObject({ ok: true });
  expect(await replace(0, 3)).toEqual(meanwhile);
  expect(await ownerRules.find(10)).toMatchObject({ ownersMin: 2, version: 1 });
  expect(await replace(1, 4)).toMatchObject({ ok: true });
  expect(await ownerRules.find(10)).toMatchObject({ ownersMin: 4, version: 2 });
  expect(await entriesOf(auditTrail)).toHaveLength(2);
});
