import type { NamedFile } from '@orgdesk/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../support/random/properties.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { applied, filesAs, lineOf, renamed } from './files-as.ts';
import { addGenerated, addOddities, oddities, organizations } from './generated-organizations.ts';

const MADE = ['changed', 'sent', 'under-way', 'nothing-to-do'];

describe('an organization with custom roles, archived and renamed repositories, and open invitations', () => {
  const service = sharedService();

  test('is imported as files that are planned without a change', async () => {
    await fc.assert(
      fc.asyncProperty(organizations, oddities, async (generated, odd) => {
        const organization = addGenerated(service(), generated, false);
        addOddities(service(), organization, generated, odd);
        const { bearer } = await service().signIn('ada');
        const files = filesAs(service(), bearer, organization);
        const imported = await files.importFiles();
        const { plan, problems } = await files.checkPlan(imported);
        expect([plan?.steps.map(lineOf), problems]).toEqual([[], []]);
        expect(await files.updated(imported)).toEqual(imported);
      }),
      { ...cases({ brief: 3, full: 20 }), endOnFailure: true },
    );
  });

  test('becomes what files say: a second plan has nothing but steps that were refused', async () => {
    await fc.assert(
      fc.asyncProperty(organizations, organizations, oddities, async (one, other, odd) => {
        const from = addGenerated(service(), one, false);
        // More access from a parent hides the custom role of a team, and what a team with a role has itself.
        const isNested = (index: number) => [one, other].some(({ teams }) => (teams[index]?.parent ?? null) !== null);
        const customRoles = odd.customRoles.map((role, index) => (isNested(index) ? null : role));
        const roleTeam = odd.roleTeam !== null && isNested(odd.roleTeam) ? null : odd.roleTeam;
        addOddities(service(), from, one, { ...odd, customRoles, roleTeam });
        const to = addGenerated(service(), { ...other, roles: one.roles }, false);
        const { bearer } = await service().signIn('ada');
        const files = filesAs(service(), bearer, from);
        const imported = renamed(await filesAs(service(), bearer, to).importFiles(), to, from);
        const wanted = withPresentNames(imported, (await files.checkPlan(imported)).problems);
        const plan = await files.plan(wanted);
        const rows = plan.steps.length === 0 ? [] : await applied(service(), bearer, plan);
        const others = rows.filter(({ outcome }) => !MADE.includes(outcome ?? ''));
        expect(others.filter(({ outcome, message }) => outcome !== 'refused' || message === null)).toEqual([]);
        const refused = others.map(({ step }) => (step === null ? '' : lineOf(step)));
        const left = (await files.plan(wanted)).steps.map(lineOf);
        expect(left.filter((line) => !refused.includes(line))).toEqual([]);
      }),
      { ...cases({ brief: 3, full: 20 }), endOnFailure: true },
    );
  });
});

/** Takes the names that problems propose; each is about a renamed repository. */
function withPresentNames(
  files: readonly NamedFile[],
  problems: readonly { readonly message: string; readonly nearest: string | null }[],
): readonly NamedFile[] {
  for (const { message } of problems) expect(message).toMatch(/^The repository "r." is now "r.-now"\.$/);
  const names = new Map(problems.map(({ nearest }) => [nearest?.replace('-now', '') ?? '', nearest ?? '']));
  return files.map(({ name, text }) => ({
    name,
    text: text.replaceAll(/^( +)(r[0-9]):/gm, (_, indent, found) => `${indent}${names.get(found) ?? found}:`),
  }));
}
