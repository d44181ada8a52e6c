import { useEffect, useMemo, useRef, useState } from 'react';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { InviteForm } from './invite-form.tsx';
import { ArrivedNotice, StartFailure } from './starting/start-notices.tsx';
import { useHandOver } from './starting/use-hand-over.ts';
import { storedForm } from './stored-form.ts';

interface InvitingProps {
  readonly login: string;
  readonly organization: string;
  readonly mayBegin: boolean;
}

export function Inviting({ login, organization, mayBegin }: InvitingProps) {
  const { user } = useSignedIn();
  const form = useMemo(() => storedForm(user.id, login), [user.id, login]);
  const { handOver, failure, former, mayBeSent } = useHandOver(login, form.forgetDraft);
  const [initial] = useState(form.comingBack);
  const area = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    // The form now holds these people.
    if (former !== 'unsure') form.cameBack();
  }, [former, form]);

  if (former === 'unsure') return <p role="status">Checking whether the last invitations were sent…</p>;
  return (
    <>
      {former === 'arrived' && <ArrivedNotice login={login} />}
      {failure !== null && <StartFailure login={login} failure={failure} />}
      {/* Hidden instead of unmounted to keep the draft. */}
      <div hidden={!mayBegin}>
        <InviteForm
          login={login}
          organization={organization}
          onHandOver={handOver}
          mayBeSent={mayBeSent}
          draftKey={form.draftKey}
          initial={initial}
          area={area}
        />
      </div>
    </>
  );
}
