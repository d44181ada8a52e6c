import { expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { addOrganization } from '../../support/service/add-organization.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { takeOver } from './takeover.ts';

const service = sharedService();

test('second factors of an organization that took the login are neither shown nor recorded as of the renamed one', async () => {
  service().clock.stop();
  const { simulator, storage, url } = service();
  const { organization, organizationId, owner } = addOrganization(service());
  const { bearer: headers } = await service().signIn(owner);
  await fetchOnce(`${url}/api/organizations/${organization}/jobs`, { headers });
  const newest = await storage.auditTrail.newest(organizationId);
  takeOver(simulator, organization);
  const { text } = await fetchOnce(`${url}/api/organizations/${organization}/people`, { headers });
  expect(text).not.toContain('"kind":"second-factors"');
  expect(await storage.auditTrail.newest(organizationId)).toBe(newest);
});
