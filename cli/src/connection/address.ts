import { Stop } from './stop.ts';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Returns the origin of a service. Refuses addresses to which a session would travel in plain text. */
export function originOf(written: string): string {
  const text = written.includes('://') ? written : `https://${written}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Stop('The address of the service must look like https://orgdesk.example.com.');
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw new Stop(
      `The address of the service must start with https://, because anyone on the way to ${url.host} could read the session.`,
    );
  }
  return url.origin;
}
