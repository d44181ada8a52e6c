import type { ListedInvitation } from '@orgdesk/client';
import { QuestionDialog } from '../../../../components/messages/dialog-frame.tsx';
import { counted } from '../../../../lib/words/reader-locale.ts';
import { ACTION_WORDS } from '../change/change-words.ts';
import type { Intent } from './row-intents.ts';

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
      no={isSending ? 'Cancel' : 'Keep invitations'}
      tone={isSending ? 'primary' : 'danger'}
      onAnswer={onAnswer}
    >
      {isSending ? sendingWords(invitations) : CANCELLING}
    </QuestionDialog>
  );
}

const CANCELLING =
  'They can’t be accepted after that, and people are notified. You can’t undo this, but you can send new invitations.';

function sendingWords(invitations: readonly ListedInvitation[]): string {
  const counts =
    `${counted(invitations.length, 'new invitation is', 'new invitations are')} sent to replace ${invitations.length === 1 ? 'it' : 'them'}. Each ` +
    'counts toward the 24-hour limit.';
  const hasFailed = invitations.some(({ state }) => state === 'failed');
  return hasFailed ? `${counts} Failed invitations are resent without their teams.` : counts;
}
