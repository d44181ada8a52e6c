import type { InvitationPreviewAnswer, PreviewedRow } from '@orgdesk/client';
import { INVITE_LIMIT_MS } from '@orgdesk/contract/limits';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';

const ANSWER_LIMIT_MS = INVITE_LIMIT_MS + 30_000;

/** Checks up to `PREVIEW_ROWS_MAX` people. */
export async function previewPeople(
  sessionId: string,
  login: string,
  rows: readonly PreviewedRow[],
  signal: AbortSignal,
): Promise<InvitationPreviewAnswer> {
  const sent = { path: { login }, body: { rows: [...rows] } };
  const { data } = await answerOf((options) => clientOf(sessionId).previewInvitations({ ...sent, ...options }), {
    signal,
    limitMs: ANSWER_LIMIT_MS,
  });
  return data;
}
