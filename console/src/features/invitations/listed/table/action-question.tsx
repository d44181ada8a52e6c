import type { ListedInvitation } from '@orgdesk/client';
import { QuestionDialog } from '../../../../components/messages/question-dialog.tsx';
import { counted } from '../../../../lib/words/reader-locale.ts';
import type { ChangeAction } from '../change/change-run.ts';
import { ACTION_WORDS } from '../change/change-words.ts';

export interface Intent {
  readonly action: ChangeAction;
  readonly invitations: readonly ListedInvitation[];
}

/** Whether several invitations change or teams would be lost. */
export function wantsQuestion({ action, invitations }: Intent): boolean {
  if (action === 'dismiss') return false;
  return invitations.length > 1 || (action === 'send-again' && invitations.some(losesTeams));
}

const losesTeams = ({ state, teamCount }: ListedInvitation): boolean => state === 'failed' && teamCount > 0;

interface ActionQuestionProps {
  readonly intent: Intent;
  readonly onAnswer: (isYes: boolean) => void;
}

export function ActionQuestion({ intent: { action, invitations }, onAnswer }: ActionQuestionProps) {
  const words = ACTION_WORDS[action].button(invitations.length);
  const isSending = action === 'send-again';
  return (
    <QuestionDialog
      title={`${words}?`}
      yes={words}
      no={isSending ? 'Send nothing' : 'Keep them'}
      tone={isSending ? 'primary' : 'danger'}
      onAnswer={onAnswer}
    >
      {isSending ? sendingWords(invitations) : CANCELLING}
    </QuestionDialog>
  );
}

const CANCELLING =
  'They can no longer be accepted, and the code host tells the people so. This cannot be undone: whoever is to be ' +
  'invited after all gets a new invitation.';

function sendingWords(invitations: readonly ListedInvitation[]): string {
  const counts =
    `${counted(invitations.length, 'new invitation is', 'new invitations are')} sent in place of the former. Each ` +
    'counts against what the code host allows the organization in 24 hours.';
  const hasFailed = invitations.some(({ state }) => state === 'failed');
  return hasFailed
    ? `${counts} Failed ones lose their teams: the code host no longer tells which teams they led to.`
    : counts;
}
