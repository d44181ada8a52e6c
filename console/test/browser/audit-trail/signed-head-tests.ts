import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  forgetHeads,
  restHeadSigning,
  rewriteTrail,
  rollBackTrail,
  sign,
} from '../../../../server/test/audit/heads.ts';
import { ENGINES, type EngineName } from '../../../../server/test/support/databases/engines.ts';
import { accessibilityProblems, test } from '../support/visit.ts';
import { inviteByProgram, openTrail, textOn } from './trail.ts';

const TOKEN_SECRET = 'a token secret of the tests of signed heads';

/** What the browser finds out about signed heads, with the service on this database. */
export function testSignedHeads(engineName: EngineName, databaseUrl: () => Promise<string>): void {
  const onEngine = test
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads dependencies from the pattern.
    .extend('database', { scope: 'file' }, async ({}): Promise<string> => await databaseUrl())
    .extend('settings', { scope: 'file' }, ({ database }) => ({ TOKEN_SECRET, DATABASE_URL: database }));
  const open = async (url: string) => {
    const engine = ENGINES.find(({ name }) => name === engineName);
    if (engine === undefined) throw new Error(`no engine ${engineName}`);
    return engine.open({ url, tokenSecrets: [TOKEN_SECRET], migrate: false });
  };
  const warning = (page: Page, text: string) => page.getByRole('alert').locator('p', { hasText: text }).waitFor();

  onEngine(
    `a rewritten and a rolled-back audit log on ${engineName} are noticed by who saw an earlier head`,
    async ({ visit, database }) => {
      const { storage, rawQuery } = await open(database);
      const page = await openTrail(visit, 'acme', 'ada');
      await restHeadSigning(rawQuery);
      expect(await page.getByText('Signed head').count()).toBe(0);
      const [organization] = await rawQuery("select organization_id from host_organizations where login = 'acme'");
      const id = Number(organization?.organization_id);
      const grow = (login: string) => inviteByProgram(page, visit, 'acme', [login]);

      await grow('nobody-one');
      await sign(storage);
      await page.reload();
      await textOn(page, 'This browser keeps it and compares later ones.').waitFor();
      await grow('nobody-two');
      await sign(storage);
      await page.reload();
      await textOn(page, 'It extends the one that this browser kept').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);

      // With fitting hashes, as no check of the chain finds it.
      await rewriteTrail(rawQuery, id, 1);
      await page.reload();
      await warning(page, 'Its entries are not those that were signed.');
      expect(await page.getByRole('button', { name: 'Accept it as it is' }).count()).toBe(0);
      await forgetHeads(rawQuery, id);
      await sign(storage);
      await page.reload();
      await warning(page, 'Its rows are not those that this browser has seen.');
      await grow('nobody-three');
      await sign(storage);
      await page.reload();
      await warning(page, 'It does not extend the rows that this browser has seen.');
      await page.getByText('Head kept by this browser').click();
      await page.getByText(`/organizations/${id}`).first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      // Somebody without an earlier head cannot notice.
      const other = await openTrail(visit, 'acme', 'ada');
      await textOn(other, 'This browser keeps it and compares later ones.').waitFor();
      await page.getByRole('button', { name: 'Accept it as it is' }).click();
      await textOn(page, 'It extends the one that this browser kept').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);

      // An older copy of the whole database.
      await rollBackTrail(rawQuery, id, 2);
      await forgetHeads(rawQuery, id);
      await sign(storage);
      for (const each of [page, other]) {
        await each.reload();
        await warning(each, 'It has fewer rows than before');
      }
      await forgetHeads(rawQuery, id);
      await page.reload();
      await warning(page, 'It had a signed head before, and has none now.');
      // Later it has as many rows as before, and others.
      for (const login of ['nobody-four', 'nobody-five']) await grow(login);
      await sign(storage);
      await page.reload();
      await warning(page, 'not');
    },
  );

  onEngine(`a browser that cannot check signed heads on ${engineName} says so`, async ({ visit, database }) => {
    const { storage, rawQuery } = await open(database);
    const page = await openTrail(visit, 'northwind', 'margaret');
    await restHeadSigning(rawQuery);
    await inviteByProgram(page, visit, 'northwind', ['nobody-one']);
    await sign(storage);
    await page.addInitScript(() => {
      crypto.subtle.importKey = () => Promise.reject(new DOMException('no Ed25519', 'NotSupportedError'));
    });
    await page.reload();
    await textOn(page, 'This browser can’t verify its signature.').waitFor();
    await page.addInitScript(() => void Object.defineProperty(crypto, 'subtle', { value: undefined }));
    await page.reload();
    await textOn(page, 'This browser can’t check the signed head of the audit log.').waitFor();
  });
}
