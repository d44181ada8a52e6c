import { differencesIn } from '@orgdesk/contract/organizations/file/plan-texts';
import { expect, it } from 'vitest';

const danger = { kind: 'other-account', count: 1, names: ['ada'] } as const;

it('counts dangers as differences from the files where a plan has no steps', () => {
  expect(differencesIn({ steps: [], dangers: [] })).toBe(0);
  expect(differencesIn({ steps: [], dangers: [danger] })).toBe(1);
});
