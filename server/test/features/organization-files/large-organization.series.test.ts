import { expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { filesAs, lineOf } from './files-as.ts';

const service = sharedService();

/** Within the memory and the time of a thread that reads files. */
test('the files of 10,000 people in 60 teams are planned and updated without a difference, and with one', async () => {
  service().simulator.world.addLargeOrganization({ login: 'titan' });
  const { bearer } = await service().signIn('ada');
  const files = filesAs(service(), bearer, 'titan');
  const imported = await files.importFiles();
  expect(imported.reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThan(400_000);
  const { plan, problems } = await files.checkPlan(imported);
  expect([plan?.steps.map(lineOf), problems]).toEqual([[], []]);
  expect(await files.updated(imported)).toEqual(imported);

  const ofTeam = imported.findLast(({ text }) => /^ +- titan-/m.test(text));
  const changed = imported.map((file) =>
    file === ofTeam ? { ...file, text: file.text.replace(/^ +- titan-.*\n/m, '') } : file,
  );
  expect((await files.plan(changed)).steps).toHaveLength(1);
});
