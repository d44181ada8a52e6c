import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@orgdesk/contract';
import {
  AUDIT_PAGE_MAX,
  CHANGED_INVITATIONS_MAX,
  CHANGED_PEOPLE_MAX,
  CLIENT_NAME_MAX_CHARACTERS,
  DISMISSED_AT_ONCE_MAX,
  DISMISSED_REASON_MAX_CHARACTERS,
  FINDING_NAME_MAX_CHARACTERS,
  FINDING_SEAL_MAX_CHARACTERS,
  INVITEES_MAX,
  JOB_ROWS_MAX,
  JOB_ROWS_PAGE_MAX,
  ORGANIZATIONS_PREVIEWED_MAX,
  PEOPLE_PREVIEW_MAX_CHARACTERS,
  PREVIEW_ROWS_MAX,
  PREVIEWS_MAX,
  REQUIRED_OWNERS_MAX,
  REVOKED_TOKENS_MAX,
  RUN_PEOPLE_MAX,
} from '@orgdesk/contract/limits';
import { documentOf } from '../../../server/test/features/graphql-proxy/operations.ts';
import type { Headers, Scene } from './scene.ts';

/** A request as it goes over a connection of its own. */
export interface HostileRequest {
  readonly endpoint: Endpoint;
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | null;
}

const people = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
const emails = (count: number) => people(count, 'person').map((name) => ({ email: `${name}@mail.example` }));
const fileOf = (count: number) =>
  `version: 1\nteams:\n  entries:\n${people(count, '    team')
    .map((name) => `${name}: {}\n`)
    .join('')}`;
const findingKeyOf = (index: number) => `team-without-repositories.${900_000 + index}.${'0'.repeat(16)}`;
const nobody = { actor: 'nobody', target: 'nothing', outcome: 'refused', way: 'job' };

/** Queries that find nothing, or all there is. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  readAuditTrail: { ...nobody, limit: String(AUDIT_PAGE_MAX) },
  readAuditHead: { since: '1' },
  downloadAuditTrailCsv: nobody,
  downloadAuditTrailNdjson: nobody,
  listPeople: { teams: 'true' },
  listPeopleAcross: { teams: 'true', invitations: 'true' },
  listJobRows: { limit: String(JOB_ROWS_PAGE_MAX) },
  inviteMembers: { reasons: 'true' },
  startAppSignIn: { redirect_uri: 'x'.repeat(500), state: 'x'.repeat(500) },
  startSignIn: { returnTo: `/${'x'.repeat(8_000)}` },
  startInstallation: { returnTo: `/${'x'.repeat(8_000)}` },
  completeSignIn: { code: 'x'.repeat(8_000), state: `x.${'x'.repeat(16_000)}.x` },
  completeInstall: { installation_id: '1', state: `x.${'x'.repeat(16_000)}.x` },
};

/** The largest body that each endpoint with one accepts; a small one where it only costs, and the answer stays the same. */
const BODIES: Readonly<Record<string, (costly: boolean) => unknown>> = {
  inviteMembers: () => ({ userLogins: people(INVITEES_MAX, 'nobody') }),
  previewInvitations: () => ({ rows: people(PREVIEW_ROWS_MAX, 'nobody').map((login) => ({ login })) }),
  cancelInvitations: () => ({ ids: Array.from({ length: CHANGED_INVITATIONS_MAX }, (_, index) => 900_000 + index) }),
  sendInvitationsAgain: () => ({ ids: Array.from({ length: CHANGED_INVITATIONS_MAX }, (_, index) => 900_000 + index) }),
  startInvitationJob: (costly) => ({ key: randomUUID(), rows: emails(costly ? JOB_ROWS_MAX : 1) }),
  revokePersonalTokens: () => ({ ids: Array.from({ length: REVOKED_TOKENS_MAX }, (_, index) => 900_000 + index) }),
  previewPeopleChange: () => ({ change: { kind: 'remove' }, logins: people(CHANGED_PEOPLE_MAX, 'nobody') }),
  checkOrganizationFiles: (costly) => ({ files: [{ name: 'x', text: fileOf(costly ? 20_000 : 1) }] }),
  convertPeribolosFiles: (costly) => ({
    organization: 'x',
    files: [{ name: 'x', text: fileOf(costly ? 20_000 : 1).replace('  entries:\n', '') }],
  }),
  updateOrganizationFiles: (costly) => ({ files: [{ name: 'x', text: fileOf(costly ? 20_000 : 1) }] }),
  planOrganizationFiles: (costly) => ({ files: [{ name: 'x', text: fileOf(costly ? 20_000 : 1) }] }),
  applyOrganizationPlan: () => ({
    plan: {
      version: 1,
      organization: { id: 1, login: 'titan' },
      dangers: [],
      steps: [],
      hash: 'x',
      files: 'x',
      expiresAt: '2026-01-01T00:00:00.000Z',
      seal: `x.${'x'.repeat(10_000)}.x`,
    },
    lifted: [],
  }),
  changeAppWork: () => ({ version: 900_000, isOn: true }),
  changeOwnerRules: () => ({
    version: 900_000,
    ownersMin: 1,
    requiredOwners: people(REQUIRED_OWNERS_MAX, 'nobody'),
  }),
  startPeopleChange: () => ({
    previews: Array.from({ length: PREVIEWS_MAX }, () => `x.${'x'.repeat(PEOPLE_PREVIEW_MAX_CHARACTERS - 4)}.x`),
  }),
  dismissFindings: () => ({
    findings: Array.from({ length: DISMISSED_AT_ONCE_MAX }, (_, index) => ({
      key: findingKeyOf(index),
      name: 'x'.repeat(FINDING_NAME_MAX_CHARACTERS),
      seal: 'x'.repeat(FINDING_SEAL_MAX_CHARACTERS),
    })),
    until: new Date(Date.now() + 300 * 86_400_000).toISOString(),
    reason: 'x'.repeat(DISMISSED_REASON_MAX_CHARACTERS),
  }),
  restoreFindings: () => ({ keys: Array.from({ length: DISMISSED_AT_ONCE_MAX }, (_, index) => findingKeyOf(index)) }),
  previewPeopleAcross: () => ({
    change: { kind: 'remove' },
    logins: people(CHANGED_PEOPLE_MAX, 'nobody'),
    organizations: Array.from({ length: ORGANIZATIONS_PREVIEWED_MAX }, (_, index) => index + 1),
  }),
  startRun: (costly) => ({
    key: randomUUID(),
    items: [{ organization: 1, invitations: emails(costly ? RUN_PEOPLE_MAX : 1) }],
  }),
  runGraphqlOperation: () => ({
    query: `${documentOf('OrganizationMembers')}\n#${'x'.repeat(8_000)}`,
    operationName: 'OrganizationMembers',
    variables: { login: 'titan' },
  }),
  startDeviceSignIn: () => ({ client_name: 'x'.repeat(CLIENT_NAME_MAX_CHARACTERS) }),
  pollDeviceSignIn: () => ({ device_code: 'x'.repeat(43) }),
  readDeviceRequest: () => ({ user_code: 'B'.repeat(40) }),
  approveDeviceRequest: () => ({ user_code: 'B'.repeat(40) }),
  denyDeviceRequest: () => ({ user_code: 'B'.repeat(40) }),
  exchangeAppCode: () => ({
    code: `${'x'.repeat(43)}.9999999999999`,
    code_verifier: 'x'.repeat(128),
    redirect_uri: 'x'.repeat(500),
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
    costly && !/audit-trail|invitation-jobs|\/jobs|preview|mass-invite/.test(path) ? scene.large : scene.small;
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'id' ? (id === 'downloadJobResults' ? scene.exportId : scene.jobId) : values[name];
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
