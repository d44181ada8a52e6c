import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@orgdesk/contract';
import { documentOf } from '../../../server/test/capabilities/graphql-proxy/operations.ts';
import type { Headers, Scene } from './scene.ts';

/** A request as it goes over a connection of its own. */
export interface HostileRequest {
  readonly endpoint: Endpoint;
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | null;
}

const people = (count: number, prefix: string) => Array.from({ length: count }, (_, place) => `${prefix}-${place}`);
const emails = (count: number) => people(count, 'person').map((name) => ({ email: `${name}@mail.example` }));
const nobody = { actor: 'nobody', target: 'nothing', outcome: 'refused', way: 'job' };

/** Queries that find nothing, or all there is. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  readAuditTrail: { ...nobody, limit: '200' },
  downloadAuditTrailCsv: nobody,
  downloadAuditTrailNdjson: nobody,
  listPeople: { teams: 'true' },
  listInvitationJobRows: { limit: '500' },
  inviteMembers: { reasons: 'true' },
  startSignIn: { returnTo: `/${'x'.repeat(8_000)}` },
  startInstallation: { returnTo: `/${'x'.repeat(8_000)}` },
  completeSignIn: { code: 'x'.repeat(8_000), state: `x.${'x'.repeat(16_000)}.x` },
  completeInstall: { installation_id: '1', state: `x.${'x'.repeat(16_000)}.x` },
};

/** The largest body that each endpoint with one accepts; a small one where it only costs, and the answer stays the same. */
const BODIES: Readonly<Record<string, (costly: boolean) => unknown>> = {
  inviteMembers: () => ({ userLogins: people(50, 'nobody') }),
  previewInvitations: () => ({ rows: people(200, 'nobody').map((login) => ({ login })) }),
  cancelInvitations: () => ({ ids: Array.from({ length: 50 }, (_, place) => 900_000 + place) }),
  sendInvitationsAgain: () => ({ ids: Array.from({ length: 50 }, (_, place) => 900_000 + place) }),
  startInvitationJob: (costly) => ({ key: randomUUID(), rows: emails(costly ? 2_000 : 1) }),
  previewPeopleChange: () => ({ change: { kind: 'remove' }, logins: people(50, 'nobody') }),
  changePeople: () => ({ preview: `x.${'x'.repeat(100_000)}.x` }),
  runGraphqlOperation: () => ({
    query: `${documentOf('OrganizationMembers')}\n#${'x'.repeat(8_000)}`,
    operationName: 'OrganizationMembers',
    variables: { login: 'titan' },
  }),
  linkInstallation: () => ({ installationId: 987_654_321 }),
  receiveWebhook: (costly) => ({ zen: 'x'.repeat(costly ? 5_000_000 : 100) }),
};

/** A body that an endpoint accepts; undefined where none is known. */
export const bodyFor = (endpointId: string): unknown => BODIES[endpointId]?.(false);

const UNSIGNED = { 'x-github-event': 'ping', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };

/**
 * What an endpoint is asked in an attack: `costly` picks what takes most work, otherwise all there is to read. Throws when
 * a part of the path or the body is not known, so that no endpoint of the contract is left out.
 */
export function requestOf(endpoint: Endpoint, scene: Scene, headers: Headers, costly: boolean): HostileRequest {
  const { id, method, path, session } = endpoint;
  const values =
    costly && !/audit-trail|invitation-jobs|access-exports\/|preview|mass-invite/.test(path)
      ? scene.large
      : scene.small;
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'id' ? (path.includes('access-exports') ? scene.exportId : scene.jobId) : values[name];
    if (value === undefined) throw new Error(`${id} has a part '${name}' in its path of which no value is known`);
    return value;
  });
  const bodyOf = BODIES[id];
  if (endpoint.body !== undefined && bodyOf === undefined) throw new Error(`no body is known for ${id}`);
  const query = costly || !id.startsWith('downloadAudit') ? (QUERIES[id] ?? {}) : {};
  const search = new URLSearchParams(query).toString();
  return {
    endpoint,
    method,
    path: search === '' ? target : `${target}?${search}`,
    headers: {
      ...(id === 'receiveWebhook' ? UNSIGNED : session === 'unused' ? {} : headers),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    body: method === 'GET' ? null : JSON.stringify(bodyOf === undefined ? {} : bodyOf(costly)),
  };
}

/** A request as it is written to a connection; `announced` in place of the length of its body. */
export function headOf({ method, path, headers, body }: HostileRequest, announced?: number): string {
  const length = announced ?? (body === null ? null : Buffer.byteLength(body));
  const lines = Object.entries({ ...headers, ...(length !== null && { 'content-length': String(length) }) });
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
