import type { OrganizationView } from '@orgdesk/client';
import { SearchIcon } from '@primer/octicons-react';
import { Button, TextInput } from '@primer/react';
import { useRef, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatCount } from '../../lib/reader-locale.ts';
import { isWorthFiltering, matching } from './find-organizations.ts';
import { OrganizationTable } from './organization-table.tsx';

interface OrganizationFinderProps {
  readonly organizations: readonly OrganizationView[];
  readonly codeHostUrl: string | null;
}

/** The table of organizations with their count; a long one also has a filter. */
export function OrganizationFinder({ organizations, codeHostUrl }: OrganizationFinderProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const found = matching(organizations, text);

  const clear = () => {
    setText('');
    input.current?.focus();
  };

  return (
    <>
      <div className="organization-list-bar">
        <p className="organization-list-count" role="status">
          {countSentence(found.length, organizations.length)}
        </p>
        {isWorthFiltering(organizations.length) && (
          <TextInput
            ref={input}
            className="organization-list-filter"
            type="search"
            leadingVisual={SearchIcon}
            aria-label="Filter organizations by name"
            placeholder="Filter by name"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </div>
      {found.length > 0 ? (
        <OrganizationTable organizations={found} codeHostUrl={codeHostUrl} />
      ) : (
        <EmptyState
          icon={SearchIcon}
          title="No organization matches"
          actions={<Button onClick={clear}>Clear the filter</Button>}
        >
          None of your organizations has “{text.trim()}” in its name.
        </EmptyState>
      )}
    </>
  );
}

function countSentence(found: number, all: number): string {
  const organizations = `${formatCount(all)} ${all === 1 ? 'organization' : 'organizations'}`;
  return found === all ? organizations : `${formatCount(found)} of ${organizations}`;
}
