import { Type } from 'typebox';
import type { CarriedOutBy } from '../domain/audit-entry.ts';
import type { ChangeRefusal, HostRefusal, HostResult } from '../domain/host-refusal.ts';
import { CODE_HOST_CALL_LIMIT_MS } from '../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { HostToken } from '../lib/secrets.ts';
import type { Log } from '../lib/system.ts';
import type { CodeHostAddresses } from './addresses.ts';
import type { GraphqlData, GraphqlRequest } from './graphql.ts';
import { type HostAddress, hostPath } from './host-path.ts';
import type { ChangeTarget, FreshOrganization, NamedOrganization } from './people/types.ts';
import { MISSING, UNEXPECTED } from './send/refusals.ts';
import { bodyOf, type HostRequest, type ReadAs, type SendAs } from './send/send.ts';
import { type HostAnswer, HostId, HostLogin } from './send/shapes.ts';

/** What can be done with one credential. Every function that reads or changes something on the code host takes one. */
export interface HostClient {
  readonly addresses: CodeHostAddresses;
  readonly send: ReadAs;
  /** Every change goes through this function, and is sent once. */
  readonly change: ChangeAs;
  /** Errors beside data are no refusal. */
  readonly query: (request: GraphqlRequest, end?: AbortSignal) => Promise<HostResult<GraphqlData>>;
  /** True if lists of members leave out names, which cost further calls. */
  readonly omitsNames: boolean;
  readonly log: Log;
}

/** Gives the client of a person, or of the App. */
export interface HostClients {
  readonly addresses: CodeHostAddresses;
  as(caller: { readonly token: HostToken; readonly carriedOutBy?: CarriedOutBy | null }): HostClient;
}

export interface HostChangeRequest extends Pick<HostRequest, 'call' | 'body'> {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `of`. */
  readonly path: HostAddress;
  /** With `repository`, the path begins with its name. Default: the organization by its login. */
  readonly of?: 'repository' | 'numbered-organization';
}

type ChangeAs = (target: Omit<ChangeTarget, 'token'>, request: HostChangeRequest) => Promise<ChangeAnswer>;

type ChangeAnswer = Result<HostAnswer, ChangeRefusal>;

/** A login may move to another organization, so each change follows a recent, unused read of its ID. */
export function createChangeAs(send: SendAs): ChangeAs {
  return async ({ organization, organizationId, seen: fresh }, { call, method, path, body, of }) => {
    const current = fresh !== null && isUnspent(fresh) ? ok(fresh) : await readOrganization({ send }, organization);
    if (!current.ok) return current;
    if (current.value?.id !== organizationId) return refuse({ kind: 'other-organization' });
    const { login } = current.value;
    const url = urlOf({ id: organizationId, login }, path, of);
    const answer = await send({ call, method, url, ...(body !== undefined && { body }) });
    return answer.ok ? answer : refuse(changeRefusalOf(answer.refusal));
  };
}

function urlOf({ id, login }: NamedOrganization, path: HostAddress, of: HostChangeRequest['of']): HostAddress {
  switch (of) {
    case 'repository':
      return hostPath`/repos/${login}${path}`;
    case 'numbered-organization':
      return hostPath`/organizations/${id}${path}`;
    case undefined:
      return hostPath`/orgs/${login}${path}`;
  }
}

/** A change uses up its read. */
const unspentOrganizations = new WeakMap<FreshOrganization, number>();

export function asFreshOrganization({ id, login }: NamedOrganization): FreshOrganization {
  const organization = { id, login } as FreshOrganization;
  unspentOrganizations.set(organization, performance.now());
  return organization;
}

function isUnspent(organization: FreshOrganization): boolean {
  const seenAt = unspentOrganizations.get(organization);
  unspentOrganizations.delete(organization);
  return seenAt !== undefined && performance.now() - seenAt < CODE_HOST_CALL_LIMIT_MS;
}

export const ORGANIZATION = Type.Object({ id: HostId, login: HostLogin });

/** Returns null if no organization has this login now. GitHub docs: Get an organization. */
export async function readOrganization(
  { send }: Pick<HostClient, 'send'>,
  organization: string,
): Promise<HostResult<FreshOrganization | null>> {
  const response = bodyOf(
    await send({ call: 'organization.read', url: hostPath`/orgs/${organization}` }),
    ORGANIZATION,
  );
  if (!response.ok) return response.refusal.kind === 'missing' ? ok(null) : response;
  return ok(asFreshOrganization(response.value));
}

/** Refuses a list of another organization that has the login now. An empty one names none. */
export async function confirmOrganization(
  client: Pick<HostClient, 'send'>,
  { organization, organizationId }: { readonly organization: string; readonly organizationId: number },
  entries: readonly (number | null)[],
): Promise<HostResult<void>> {
  if (entries.some((id) => id !== null && id !== organizationId)) return refuse(MISSING);
  if (entries.length > 0 && !entries.includes(null)) return ok(undefined);
  const current = await readOrganization(client, organization);
  if (!current.ok) return current;
  return current.value?.id === organizationId ? ok(undefined) : refuse(MISSING);
}

/** A sent change without a usable answer may have happened. */
export const changeRefusalOf = (refusal: HostRefusal): ChangeRefusal =>
  refusal.kind === 'unreachable' ? { kind: 'not-confirmed', message: refusal.message } : refusal;

const NO_CONTENT = 204;

/** Deletes what the path names. */
export async function remove(
  { change }: HostClient,
  target: ChangeTarget,
  request: Pick<HostChangeRequest, 'call' | 'path' | 'of'>,
): Promise<Result<void, ChangeRefusal>> {
  const status = statusOf(await change(target, { method: 'DELETE', ...request }), [NO_CONTENT]);
  return status.ok ? ok(undefined) : status;
}

export function statusOf(answer: ChangeAnswer, expected: readonly number[]): Result<number, ChangeRefusal> {
  if (!answer.ok) return answer;
  const { status } = answer.value;
  return expected.includes(status) ? ok(status) : refuse(changeRefusalOf(UNEXPECTED));
}
