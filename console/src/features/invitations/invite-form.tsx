import { JOB_TITLE_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { barePerson } from '@orgdesk/people-files/cells';
import { type ConfirmedInvitations, peopleIn } from '@orgdesk/people-files/preview';
import type { RowChange } from '@orgdesk/people-files/review';
import { type RefObject, useState } from 'react';
import type { Approval } from '../../components/app-work/use-continuing.ts';
import { formatCount } from '../../lib/reader-locale.ts';
import { readFromTab } from '../../lib/storage.ts';
import { type DraftFile, useDraft } from './form/draft.ts';
import { WriteForm } from './form/write-form.tsx';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { usePreview } from './preview/use-preview.ts';

/** Returns whether the service accepted the people. If not, the implementation reports why. Never rejects. */
export type HandOver = (
  invitations: ConfirmedInvitations,
  title: string | null,
  approval: Approval,
) => Promise<boolean>;

interface HandOverProps {
  readonly onHandOver: HandOver;
  readonly mayBeSent: boolean;
  readonly initial: readonly RowChange[];
}

interface InviteFormProps extends HandOverProps {
  readonly login: string;
  readonly organization: string;
  /** Session storage key, unique per person and organization. */
  readonly draftKey: string;
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

export function InviteForm({ login, organization, draftKey, initial, area, onHandOver, mayBeSent }: InviteFormProps) {
  const [isKept] = useState(() => initial.length === 0 && readFromTab(draftKey) !== null);
  const draft = useDraft(draftKey, login, initial);
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
        mayBeSent={mayBeSent}
        onCheck={() => {
          setHasMoved(true);
          check.start(peopleIn(draft.rows, draft.draft));
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
      mayBeSent={mayBeSent}
      onChange={(indexes, more) => {
        const own = new Map(draft.rows.map((row) => [row.key, row]));
        const changes = indexes.flatMap((index) => {
          const row = own.get(check.preview.people[index]?.key ?? '');
          if (row === undefined) return [];
          const { person, role, teams } = { ...row, ...more };
          return [[row.key, { person: barePerson(person), role, teams }] as const];
        });
        check.start(peopleIn(draft.changeRows(Object.fromEntries(changes)), draft.draft));
      }}
      onBack={() => {
        setHasMoved(true);
        check.close();
      }}
      onHandOver={async (invitations, approval) => {
        const isTaken = await onHandOver(invitations, titleOf(draft.draft.files), approval);
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

function titleOf(files: readonly DraftFile[]): string | null {
  const [first, ...others] = files.filter(({ encoding, sheets }) => encoding !== null || sheets.length > 0);
  if (first === undefined) return null;
  return `${first.name}${others.length > 0 ? ` and ${formatCount(others.length)} more` : ''}`.slice(
    0,
    JOB_TITLE_MAX_CHARACTERS,
  );
}
