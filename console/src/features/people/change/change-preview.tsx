import type { StartPeopleChangeRequest } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useRef, useState } from 'react';
import { DialogAnswers } from '../../../components/messages/dialog-frame.tsx';
import { StartFailure } from '../../../components/messages/start-failure.tsx';
import { useIsBefore } from '../../../lib/use-is-before.ts';
import { changeTitle, changeWords } from './change-words.ts';
import { PlanEffects } from './plan-effects.tsx';
import { isTyped, TypedLogin } from './typed-login.tsx';
import type { ChangePlan } from './use-change.ts';

interface ChangePreviewProps {
  readonly login: string;
  readonly organization: string;
  readonly plan: ChangePlan;
  /** Why the change could not be started; otherwise null. */
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly onConfirm: (confirmed: StartPeopleChangeRequest) => void;
  readonly onReload: () => void;
  readonly onCancel: () => void;
}

export function ChangePreview(props: ChangePreviewProps) {
  const { login, organization, plan, failure, isBusy, onConfirm, onReload, onCancel } = props;
  const { change, people, needsConfirmation: mustType, previews, expiresAt } = plan;
  const field = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState('');
  const [isTried, setIsTried] = useState(false);
  const isFresh = useIsBefore(expiresAt);
  const changed = people.filter(({ verdict }) => verdict === 'will-change');
  const isConfirmed = !mustType || isTyped(written, login);
  const { isDangerous } = changeWords(change);

  const confirm = () => {
    if (isBusy) return;
    setIsTried(true);
    if (isConfirmed) onConfirm({ previews: [...previews], ...(mustType ? { confirmation: written.trim() } : {}) });
    else field.current?.focus();
  };

  return (
    <>
      <PlanEffects login={login} organization={organization} plan={plan} heading="h3" />
      {!isFresh && changed.length > 0 && (
        <p className="change-people-hint" role="status">
          This preview has expired.
        </p>
      )}
      {failure !== null && <StartFailure failure={failure} what="change" onRetry={confirm} isRetrying={isBusy} />}
      <DialogAnswers>
        {mustType && changed.length > 0 && isFresh && (
          <TypedLogin ref={field} login={login} value={written} onChange={setWritten} isTried={isTried} />
        )}
        <Button onClick={onCancel}>{changed.length === 0 ? 'Close' : 'Cancel'}</Button>
        {changed.length > 0 && !isFresh && (
          <Button variant="primary" onClick={onReload}>
            Refresh preview
          </Button>
        )}
        {changed.length > 0 && isFresh && (
          <Button variant={isDangerous ? 'danger' : 'primary'} inactive={isBusy} onClick={confirm}>
            {changeTitle(change, changed)}
          </Button>
        )}
      </DialogAnswers>
    </>
  );
}
