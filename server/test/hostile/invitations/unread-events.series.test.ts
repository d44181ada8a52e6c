import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { watchJob } from '../../features/invitations/jobs/watching.ts';
import { learned } from '../../features/invitations/listed/listing.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const service = sharedService();

test('whoever reads nothing is cut with all streams of the connection, and others have their streams', async () => {
  const { url, signIn } = service();
  const { bearer } = await signIn('ada');
  const ada = jobsAs(service(), bearer);
  const { id } = await ada.begin([{ login: 'edsger' }], 'unread');
  await ada.change(id, 'pause');
  const path = `/api/organizations/acme/jobs/${id}`;
  const status = async () => {
    const watched = await watchJob(`${url}${path}`, bearer);
    watched.leave();
    return watched.status;
  };
  const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: ${bearer.authorization}\r\n\r\n`;
  /** Requests beside a connection that holds all streams and reads nothing. */
  let socket: Socket | null = null;
  onTestFinished(() => void socket?.destroy());
  const besideUnread = async () => {
    socket?.destroy();
    socket = connect({ host: 'localhost', port: Number(new URL(url).port) }).pause();
    socket.on('error', () => {});
    // Events are few: it takes more than those to fill what the system keeps for a reader.
    socket.write(get('/docs/static/swagger-ui-bundle.js').repeat(5) + get(`${path}/events`).repeat(3));
    // Whoever asks before the streams are there takes one of theirs.
    await learned(service());
    return status();
  };
  await expect.poll(besideUnread, { interval: 500 }).toBe(429);
  await expect.poll(status, { interval: 500 }).toBe(200);
  await ada.change(id, 'cancel');
});
