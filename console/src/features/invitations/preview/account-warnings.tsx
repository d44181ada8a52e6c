import type { CheckedPerson } from '@orgdesk/people-files/preview';
import { AlertIcon } from '@primer/octicons-react';
import './account-warnings.css';
import { warningsOf, warningWords } from './preview-words.ts';

interface AccountWarningsProps {
  readonly person: CheckedPerson;
}

/** Why it should be made sure that the account is the right one. */
export function AccountWarnings({ person }: AccountWarningsProps) {
  return warningsOf(person).map((warning) => (
    <span key={warning} className="account-warning">
      <AlertIcon size={12} />
      <bdi>{warningWords(warning, person)}</bdi>
    </span>
  ));
}
