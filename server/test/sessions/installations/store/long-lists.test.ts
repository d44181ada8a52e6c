import { expect, test } from 'vitest';
import { ENGINES } from '../../../support/databases/engines.ts';
import { installationOf, NOON, upTo } from '../../../support/databases/records.ts';
import { turnsDuring } from '../../../support/turns-during.ts';

const REPOSITORIES = 10_000;

test.each(ENGINES)('others are served while a long list is written as text, on $name', async ({ open }) => {
  const { storage } = await open();
  await storage.installations.upsert([installationOf(1, 2)], await storage.installations.observe(), NOON);
  const list = upTo(REPOSITORIES).map((number) => ({
    nameWithOwner: `acme/repository-${number}`,
    url: `https://code.test/acme/repository-${number}`,
    isPrivate: true,
  }));
  const observation = await storage.installations.observe();
  const turns = await turnsDuring(() => storage.installations.storeRepositories(1, list, observation, NOON));
  expect(turns).toBeGreaterThanOrEqual(REPOSITORIES / 1_000 - 1);
  expect((await storage.installations.findListed(1))?.repositories).toEqual(list);
});
