import { expect } from 'vitest';
import type { Service } from '../../support/service/start-service.ts';
import { rulesAs } from '../owner-rules/rules-as.ts';
import { liftsOf } from './files-as.ts';
import { addOrganizationWithFiles, fileOf } from './organization-with-files.ts';

/** An organization with three owners, and somebody who is a member. */
export async function addOrganizationWithOwners(service: Service) {
  const prepared = await addOrganizationWithFiles(service);
  const { organization, owner, world, bearer, files, member } = prepared;
  const others = [member(), member()] as const;
  for (const login of others) world.setRole(organization, login, 'admin');
  const planned = (people: string) => files.plan(fileOf(`people: {${people}}`));
  const dangersOf = async (people: string) =>
    (await planned(people)).dangers.map(({ kind, names }) => [kind, names.toSorted()]);
  const keep = async (people: string) => {
    const named = fileOf(`people: {${people}}`);
    const plan = await files.plan(named);
    const answer = await files.askApply(plan, liftsOf(plan), named);
    expect([answer.status, answer.text]).toEqual([202, expect.anything()]);
  };
  const rules = rulesAs(service, bearer, organization);
  return { ...prepared, owners: [owner, ...others] as const, planned, dangersOf, keep, rules };
}
