import type { ImportFilesAnswer, NamedFile, OrganizationPlan, PlanFilesAnswer } from '@orgdesk/contract';
import { expect, test } from 'vitest';
import { fetchOnce } from '../../../support/browser.ts';
import { sharedService } from '../../../support/service/shared-service.ts';

const service = sharedService();

async function asOwner() {
  const { url, signIn } = service();
  const { bearer } = await signIn('ada');
  const at = (path: string) => `${url}/api/organizations/acme/files${path}`;
  return {
    async importFiles(query = '') {
      const answer = await fetchOnce(at(query), { headers: bearer });
      expect(answer.status, answer.text).toBe(200);
      return (answer.json as ImportFilesAnswer).files;
    },
    async plan(files: readonly NamedFile[]) {
      const headers = { ...bearer, 'content-type': 'application/json' };
      const answer = await fetchOnce(at('/plan'), { method: 'POST', headers, body: JSON.stringify({ files }) });
      expect(answer.status, answer.text).toBe(200);
      return answer.json as PlanFilesAnswer;
    },
  };
}

const linesOf = (plan: OrganizationPlan | null) =>
  plan?.steps.map(({ kind, login, team, repository, to }) =>
    [kind, login, team, repository, to && Object.values(to).join(' ')].filter((each) => each !== null).join(' '),
  );

test('an imported organization needs no change, and gives the same bytes again', async () => {
  const { importFiles, plan } = await asOwner();
  const files = await importFiles();
  console.log(files.map(({ name, text }) => `--- ${name}\n${text}`).join(''));
  expect(await importFiles()).toEqual(files);
  const planned = await plan(files);
  expect(planned.problems).toEqual([]);
  expect(linesOf(planned.plan)).toEqual([]);
});
