import { type CheckedPerson, isChosen } from '@orgdesk/people-files/preview';
import { useId } from 'react';
import { useFirstRows } from '../../../components/list/first-rows.tsx';
import { Portrait } from '../../../components/portrait.tsx';
import { AccountWarnings } from '../preview/account-warnings.tsx';
import { warningsOf } from '../preview/preview-words.ts';
import type { OrganizationPreview } from './use-several-preview.ts';

interface InvitedAccountsProps {
  readonly previews: readonly OrganizationPreview[];
}

/** Shows each account that would be invited once, marked ones first, so that a stranger is seen before sending. */
export function InvitedAccounts({ previews }: InvitedAccountsProps) {
  const id = useId();
  const { first, more } = useFirstRows(accountsIn(previews), 'accounts', 'invited-accounts');
  if (first.length === 0) return null;
  return (
    <section className="stack-8" aria-labelledby={id}>
      <h2 className="invite-several-name" id={id}>
        Who will be invited
      </h2>
      <ul className="invite-several-accounts">
        {first.map((person) => (
          <li key={person.person} className="invite-several-account">
            <Portrait url={person.answer?.account?.avatarUrl ?? null} login={person.person} size={32} />
            <span className="invite-several-account-words">
              <span>{person.person}</span> <bdi className="hint">{person.answer?.account?.name ?? 'No name'}</bdi>
              <AccountWarnings person={person} />
            </span>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

function accountsIn(previews: readonly OrganizationPreview[]): readonly CheckedPerson[] {
  const byAccount = new Map<number, CheckedPerson>();
  for (const person of previews.flatMap(({ preview }) => preview.people)) {
    const { accountId = null, account = null } = person.answer ?? {};
    const isFirst = accountId !== null && account !== null && !byAccount.has(accountId);
    if (isFirst && isChosen(person)) byAccount.set(accountId, person);
  }
  return [...byAccount.values()].toSorted(
    (a, b) => Number(warningsOf(b).length > 0) - Number(warningsOf(a).length > 0),
  );
}
