import type { Ref } from 'react';
import { FinderBar, FinderChoice, FinderFilter } from '../../../../components/tables/finder-bar.tsx';
import { SortChoice } from '../../../../components/tables/sort-choice.tsx';
import { counted, formatCount } from '../../../../lib/words/reader-locale.ts';
import { roleWords } from '../invitation-words.ts';
import { type InvitationsView, ROLES } from './invitations-view.ts';

const STATE_CHOICES = [
  ['all', 'Open and failed'],
  ['open', 'Open'],
  ['failed', 'Failed'],
] as const;

const ROLE_CHOICES = ROLES.map((role) => [role, role === 'all' ? 'Any role' : roleWords(role)] as const);

const SOURCE_CHOICES = [
  ['all', 'Any source'],
  ['member', 'Sent by an admin'],
  ['scim', 'Identity provider'],
] as const;

const SORTINGS = [
  { sort: 'sent', order: 'descending', words: 'Newest first' },
  { sort: 'sent', order: 'ascending', words: 'Oldest first' },
  { sort: 'state', order: 'ascending', words: 'Failed first, then by expiry' },
  { sort: 'state', order: 'descending', words: 'Open first, latest expiry' },
  { sort: 'person', order: 'ascending', words: 'Person, A to Z' },
  { sort: 'person', order: 'descending', words: 'Person, Z to A' },
  { sort: 'role', order: 'ascending', words: 'Role, A to Z' },
  { sort: 'role', order: 'descending', words: 'Role, Z to A' },
] as const;

interface InvitationsFinderProps {
  readonly view: InvitationsView;
  readonly onChange: (part: Partial<InvitationsView>) => void;
  readonly shown: number;
  readonly open: number;
  readonly failed: number;
  readonly input: Ref<HTMLInputElement>;
}

export function InvitationsFinder({ view, onChange, shown, open, failed, input }: InvitationsFinderProps) {
  return (
    <FinderBar count={countSentence(shown, open, failed)}>
      <FinderChoice
        label="Filter by state"
        options={STATE_CHOICES}
        value={view.state}
        onChange={(state) => onChange({ state })}
      />
      <FinderChoice
        label="Filter by role"
        options={ROLE_CHOICES}
        value={view.role}
        onChange={(role) => onChange({ role })}
      />
      <FinderChoice
        label="Filter by source"
        options={SOURCE_CHOICES}
        value={view.source}
        onChange={(source) => onChange({ source })}
      />
      <SortChoice label="Sort invitations" sortings={SORTINGS} view={view} onSort={onChange} />
      <FinderFilter
        ref={input}
        label="Filter invitations by person"
        placeholder="Filter by person"
        value={view.text}
        onChange={(text) => onChange({ text })}
      />
    </FinderBar>
  );
}

function countSentence(shown: number, open: number, failed: number): string {
  const all = open + failed;
  const counts = `${formatCount(open)} open, ${formatCount(failed)} failed`;
  if (shown === all) return counts;
  return `${formatCount(shown)} of ${counted(all, 'invitation', 'invitations')} (${counts})`;
}
