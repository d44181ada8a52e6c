import type { Endpoint } from '@orgdesk/contract';
import { bodyFor } from '../../../scripts/hostile/endpoints/requests.ts';
import type { RequestHeaders } from '../support/browser.ts';

/** Bodies that ask about what is not there; the others are those that the attacks send. */
const BODIES: Readonly<Record<string, object>> = {
  previewPeopleChange: { change: { kind: 'remove-from-team', team: 'no-such-team' }, logins: ['grace'] },
  startPeopleChange: { previews: ['none'] },
};

/** A body that an endpoint accepts, as text; null where it takes none. */
export function acceptedBody({ id, body }: Endpoint): string | null {
  if (body === undefined) return null;
  const accepted = BODIES[id] ?? bodyFor(id);
  if (accepted === undefined) throw new Error(`add a body to scripts/hostile/endpoints/requests.ts for ${id}`);
  return JSON.stringify(accepted);
}

export interface OrganizationRequest {
  readonly organization: string;
  readonly headers: RequestHeaders;
  readonly query?: string;
  readonly body: string | null;
}

/** A request about an organization: the arguments of `fetch`. Whatever else its path names is not there. */
export function requestAbout(
  url: string,
  { method, path }: Endpoint,
  { organization, headers, query = '', body }: OrganizationRequest,
): readonly [address: string, init: RequestInit] {
  const values: Readonly<Record<string, string>> = {
    login: organization,
    id: '0'.repeat(32),
    person: 'no-such-person',
    repository: 'no-such-repository',
  };
  const target = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
  return [
    `${url}${target}?${query}`,
    { method, headers: { ...headers, ...(body !== null && { 'content-type': 'application/json' }) }, body },
  ];
}
