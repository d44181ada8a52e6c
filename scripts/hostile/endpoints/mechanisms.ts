import type { Endpoint } from '@orgdesk/contract';

/** Groups endpoints that the service answers in the same way; one attack covers a group. */
export function answeredAs({ id, method, answers }: Endpoint): string {
  const sent = answers[200];
  if (sent?.text === 'text/event-stream') return 'events';
  if (sent?.text !== undefined) return `a file, ${id}`;
  if (sent?.lines !== undefined) return id.startsWith('download') ? `a file, ${id}` : 'lines';
  if (method === 'POST') return 'an answer to a POST';
  return answers[302] === undefined ? 'JSON' : 'a redirect';
}

/** Returns which part of the service reads the body. */
export function bodyReaderOf({ id, method, chapter, session }: Endpoint): string {
  if (method === 'GET') return 'a GET, whose body nobody reads';
  if (chapter === 'Webhooks' || id === 'startInvitationJob' || session === 'read') return id;
  return 'JSON';
}
