import type { InvitationPreviewAnswer, PreviewedRow } from '@orgdesk/client';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';

/** The service takes up to 40 seconds. */
const ANSWER_LIMIT_MS = 70_000;

/** Checks up to 200 people in the session with this ID. */
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
