import type { InvitationPreviewAnswer, PreviewedRow } from '@orgdesk/client';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';

/** The service asks the code host for 40 seconds at most. */
const ANSWER_LIMIT_MS = 70_000;

/** What would become of up to 200 people, asked in a session of its own. */
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
