import type { ChangedInvitation, ChangeInvitationsAnswer, ListInvitationsAnswer } from '@orgdesk/contract';
import type { RequestMatch } from '@orgdesk/simulator';
import { type Answer, fetchOnce, type RequestHeaders } from '../../../support/browser.ts';
import type { Service } from '../../../support/service/start-service.ts';

export { addOrganization } from '../../../support/service/add-organization.ts';

/**
 * Resolves when the service has learned of everything that was sent to it so far. It takes in turn what comes; a sign-in is
 * a whole row of requests, to it and from it, that come after.
 */
export const learned = async ({ signIn }: Service): Promise<void> => void (await signIn('edsger'));

/** Asks for the list. */
export const askList = (
  { url }: Pick<Service, 'url'>,
  organization: string,
  headers: RequestHeaders = {},
): Promise<Answer> => fetchOnce(`${url}/api/organizations/${organization}/invitations`, { headers });

/** The list, which has to be there. */
export async function listOf(service: Pick<Service, 'url'>, organization: string, headers: RequestHeaders) {
  const answer = await askList(service, organization, headers);
  if (answer.status !== 200) throw new Error(`no list: ${answer.status} ${answer.text}`);
  return answer.json as ListInvitationsAnswer;
}

export type Action = 'cancel' | 'send-again';

/** Asks for a change; a text goes out as it is. */
export const askChange = (
  { url }: Pick<Service, 'url'>,
  {
    organization,
    action,
    headers = {},
  }: { readonly organization: string; readonly action: Action; readonly headers?: RequestHeaders },
  body: unknown,
): Promise<Answer> =>
  fetchOnce(`${url}/api/organizations/${organization}/invitations/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Returns the result; fails unless the status is 200. */
export async function changed(
  service: Pick<Service, 'url'>,
  where: Parameters<typeof askChange>[1],
  ids: readonly number[],
): Promise<ChangeInvitationsAnswer> {
  const answer = await askChange(service, where, { ids });
  if (answer.status !== 200) throw new Error(`not changed: ${answer.status} ${answer.text}`);
  return answer.json as ChangeInvitationsAnswer;
}

/** A result as it is when nothing is said but its outcome. */
export const result = (id: number, outcome: ChangedInvitation['outcome'], more: Partial<ChangedInvitation> = {}) => ({
  id,
  outcome,
  error: null,
  reason: null,
  newId: null,
  ...more,
});

/** The calls that make an invitation, and that take one away. */
export const creations = (organization: string): RequestMatch => ({
  method: 'POST',
  path: `/orgs/${organization}/invitations`,
});
export const removals = (organization: string, id?: number): RequestMatch => ({
  method: 'DELETE',
  path: `/orgs/${organization}/invitations${id === undefined ? '' : `/${id}`}`,
});

/** Lists requests to the code host, without reads of people and lists. */
export const changesRequested = ({ simulator: { control } }: Service): readonly string[] =>
  control
    .requests()
    .filter(({ method, path }) => method !== 'GET' || path.endsWith('/teams'))
    .map(({ method, path }) => `${method} ${path}`);
