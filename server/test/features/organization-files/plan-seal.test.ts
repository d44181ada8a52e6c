import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealPlan, type UnsealedPlan, verifyPlan } from '../../../src/features/organization-files/plan-seal.ts';
import { sealingOf } from './sealing.ts';

const NOW = new Date('2026-03-02T09:30:00.000Z');
const ADA = 1;
const PLAN: UnsealedPlan = {
  version: 1,
  organization: { id: 1, login: 'acme' },
  dangers: [],
  steps: [],
  files: 'x',
};
const RULES = { ownersMin: 1, requiredOwners: [] };
const BASIS = { ownerRules: RULES, demanded: RULES, accounts: [{ id: ADA, login: 'ada' }] };

const [runtime, signing] = sealingOf(randomBytes(32), 'https://orgdesk.example', { now: () => NOW });

test('a plan of a former program, which was judged by no rules, is still taken, and gets none afterwards', async () => {
  const plan = await sealPlan(runtime, signing, PLAN, ADA);
  expect(await verifyPlan(runtime, signing, plan, ADA)).toMatchObject({ ok: true });
  expect(await verifyPlan(runtime, signing, { ...plan, basis: BASIS }, ADA)).toEqual({ ok: false, refusal: 'invalid' });
});

test('what a plan was judged by is sealed, and is no part of the hash of its differences', async () => {
  const plan = await sealPlan(runtime, signing, { ...PLAN, basis: BASIS }, ADA);
  expect(plan.hash).toBe((await sealPlan(runtime, signing, PLAN, ADA)).hash);
  expect(await verifyPlan(runtime, signing, JSON.parse(JSON.stringify(plan)), ADA)).toMatchObject({ ok: true });
  const { basis: _, ...without } = plan;
  const others = [
    { ...BASIS, ownerRules: { ...RULES, ownersMin: 2 } },
    { ...BASIS, demanded: { ...RULES, ownersMin: 2 } },
    { ...BASIS, accounts: [] },
  ];
  for (const altered of [without, ...others.map((basis) => ({ ...plan, basis }))])
    expect(await verifyPlan(runtime, signing, altered, ADA)).toEqual({ ok: false, refusal: 'invalid' });
});
