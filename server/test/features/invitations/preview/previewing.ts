import type { InvitationPreviewAnswer, InvitationPreviewRow } from '@orgdesk/contract';
import type { World } from '@orgdesk/simulator';
import { expect } from 'vitest';
import { type Answer, fetchOnce, type RequestHeaders } from '../../../support/browser.ts';
import type { Service } from '../../../support/service/start-service.ts';
import { addOrganization } from '../listed/listing.ts';

/** Asks for a preview; a text goes out as it is. */
export const askPreview = (
  { url }: { readonly url: string },
  organization: string,
  headers: RequestHeaders,
  body: unknown,
): Promise<Answer> =>
  fetchOnce(`${url}/api/organizations/${organization}/invitation-preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Returns the preview; fails unless the status is 200. */
export async function previewOf(
  service: { readonly url: string },
  organization: string,
  headers: RequestHeaders,
  rows: readonly object[],
): Promise<InvitationPreviewAnswer> {
  const answer = await askPreview(service, organization, headers, { rows });
  if (answer.status !== 200) throw new Error(`no preview: ${answer.status} ${answer.text}`);
  return answer.json as InvitationPreviewAnswer;
}

/** An organization of its own, and what its owner is told of rows. */
export async function setUpPreviews(
  service: Service,
  signIn: (login: string) => Promise<RequestHeaders>,
  more: object = {},
) {
  const prepared = addOrganization(service, more);
  const headers = await signIn(prepared.owner);
  const preview = (...rows: readonly object[]) => previewOf(service, prepared.organization, headers, rows);
  return { ...prepared, headers, preview };
}

/** A row as it is when nothing is said but its state. */
export const row = (state: InvitationPreviewRow['state'], more: Partial<InvitationPreviewRow> = {}) => ({
  state,
  login: null,
  email: null,
  accountId: null,
  account: null,
  warnings: [],
  teamIds: [],
  unknownTeams: [],
  duplicateOf: null,
  invitation: null,
  reason: null,
  message: null,
  ...more,
});

/** What a row says of an account of the world. */
export function accountIn(world: World, login: string) {
  const { id, name, createdAt } = world.account(login) ?? world.needUser(login);
  const account = { name, avatarUrl: expect.stringMatching(/^http.*avatars/), createdAt: instant(createdAt) };
  return { login, accountId: id, account };
}

export const instant = (text: string, laterMs = 0) => new Date(Date.parse(text) + laterMs).toISOString();

/** The state of each row. */
export const statesIn = ({ rows }: Pick<InvitationPreviewAnswer, 'rows'>): readonly string[] =>
  rows.map(({ state }) => state);
