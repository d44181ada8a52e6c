import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { sharedService } from '../support/service/shared-service.ts';

const service = sharedService();

test('refused downloads and lists behind an open stream take no slots', async () => {
  const { world } = service().simulator;
  world.addUser({ login: 'stranger', name: null });
  world.addOrganization({ login: 'own', name: null });
  world.addMembership({ organization: 'own', login: 'stranger', role: 'admin' });
  world.addInstallation({ account: 'own' });
  const { bearer } = await service().signIn('stranger');
  const isOpen = async (path: string) => {
    const answer = await fetch(`${service().url}/api/organizations/own/${path}`, { headers: bearer });
    await answer.body?.cancel();
    return answer.status;
  };
  expect(await isOpen('audit-trail.csv')).toBe(200);

  const paths = [
    'own/audit-trail/events',
    ...Array.from({ length: 2 }, () => 'acme/audit-trail.csv'),
    ...Array.from({ length: 4 }, () => 'acme/people'),
  ];
  const socket = connect(Number(new URL(service().url).port), 'localhost');
  try {
    socket.write(
      paths
        .map(
          (path) =>
            `GET /api/organizations/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${bearer.authorization}\r\n\r\n`,
        )
        .join(''),
    );
    await new Promise((resolve) => socket.once('data', resolve));
    await expect.poll(() => isOpen('audit-trail.csv')).toBe(200);
    await expect.poll(() => isOpen('people')).toBe(200);
  } finally {
    socket.destroy();
  }
});
