import { type RefObject, useState } from 'react';
import { readFromTab } from '../../lib/storage/tab-storage.ts';
import { WriteForm } from './form/write-form.tsx';
import type { HandOverProps } from './hand-over.ts';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { usePreview } from './preview/use-preview.ts';
import { useDraft } from './rows/use-draft.ts';

interface InviteFormProps extends HandOverProps {
  readonly login: string;
  readonly organization: string;
  /** Session storage key, unique per person and organization. */
  readonly draftKey: string;
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

export function InviteForm({ login, organization, draftKey, initial, area, onHandOver }: InviteFormProps) {
  const [isKept] = useState(() => initial.length === 0 && readFromTab(draftKey) !== null);
  const draft = useDraft(draftKey, initial);
  const check = usePreview(`${draftKey}.preview`, login, isKept);
  // Opening the page must not move the focus.
  const [hasMoved, setHasMoved] = useState(false);
  if (!check.preview.isOpen) {
    return (
      <WriteForm
        login={login}
        organization={organization}
        draft={draft}
        area={area}
        takesFocus={hasMoved}
        onCheck={(people) => {
          setHasMoved(true);
          check.start(people);
        }}
      />
    );
  }
  return (
    <PreviewPanel
      login={login}
      organization={organization}
      check={check}
      takesFocus={hasMoved}
      forAll={draft.draft}
      onChange={(key, row) => {
        const { role, teams } = draft.draft;
        draft.changeRow(key, row);
        const now = { person: row.person, role: row.role ?? role, teams: row.teams ?? teams };
        check.start(check.preview.people.map((person) => (person.key === key ? { ...person, ...now } : person)));
      }}
      onBack={() => {
        setHasMoved(true);
        check.close();
      }}
      onHandOver={async (invitations) => {
        const isTaken = await onHandOver(invitations);
        if (isTaken) {
          setHasMoved(false);
          draft.forget();
          check.forget();
        }
        return isTaken;
      }}
    />
  );
}
