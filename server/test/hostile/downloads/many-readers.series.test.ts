import { describe, expect, test } from 'vitest';
import { DOWNLOADS } from '../../../src/lib/limits/http.ts';
import { configuredHost, runReady, signIn } from '../../program/configured.ts';
import { ENGINES, freshDatabaseUrl } from '../../support/databases/engines.ts';
import { residentMegabytes, watch } from '../../support/service/process-figures.ts';
import { readSlowly } from './slow-reader.ts';

const READERS = 600;
const OWNERS = 12;
const ENTRIES = 10_000;
const AT_ONCE = 500;

describe.runIf(process.platform === 'linux').each(ENGINES.slice(0, 1))(
  'six hundred slow readers on $name',
  ({ name, open }) => {
    test('of the files of an organization take bounded memory, and others are served meanwhile', async () => {
      const databaseUrl = await freshDatabaseUrl(name);
      const { simulator, env } = await configuredHost(databaseUrl);
      const organization = simulator.world.addOrganization({ login: 'large' });
      simulator.world.addInstallation({ account: 'large' });
      const owners = Array.from({ length: OWNERS }, (_, index) => `owner-${index}`);
      for (const login of owners) {
        simulator.world.addUser({ login });
        simulator.world.addMembership({ organization: 'large', login, role: 'admin' });
      }
      const limits = { RATE_LIMIT: 'off', NODE_OPTIONS: '--max-old-space-size=256' };
      const { program, url } = await runReady({ ...env, ...limits });
      const { storage } = await open({ url: databaseUrl, migrate: false, tokenSecrets: [String(env.TOKEN_SECRET)] });
      for (let written = 0; written < ENTRIES; written += AT_ONCE) {
        const event = {
          organization: { id: organization.id, login: 'large' },
          action: 'member.role_changed',
          way: 'console',
          actor: { id: 1, login: 'owner-0' },
          target: { kind: 'person', id: 2, name: 'edsger' },
          before: { role: 'member' },
          after: { text: 'x'.repeat(1_000), more: 'y'.repeat(1_000) },
          requestId: 'a-request',
          deliveryId: null,
        } as const;
        await storage.auditTrail.record(
          Array.from({ length: AT_ONCE }, () => event),
          new Date(),
        );
      }
      const people = await Promise.all(owners.map((login) => signIn(url, login)));
      const session = async () => (await fetch(`${url}/api/auth/session`, { headers: people[0] ?? {} })).status;
      expect(await session()).toBe(200);
      const before = residentMegabytes(program);
      const most = watch(residentMegabytes, program);
      const readers = Array.from({ length: READERS }, (_, index) => {
        const ending = index % 2 === 0 ? 'csv' : 'ndjson';
        const path = `/api/organizations/large/audit-trail.${ending}`;
        return readSlowly(url, path, people[index % OWNERS] ?? {});
      });
      const statuses = await Promise.all(readers.map(({ status }) => status));
      for (let attempt = 0; attempt < 5; attempt += 1) expect(await session()).toBe(200);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(DOWNLOADS.inAll);
      expect(most() - before).toBeLessThan(200);
    });
  },
);
