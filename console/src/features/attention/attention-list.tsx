import { CheckCircleIcon } from '@primer/octicons-react';
import { Button, LinkButton } from '@primer/react';
import { useState } from 'react';
import { PageLinkButton } from '../../components/controls/page-link.tsx';
import { counted, formatCount } from '../../lib/words/reader-locale.ts';
import type { AttentionItem } from './attention.ts';
import { AttentionFrame } from './attention-frame.tsx';

const SHOWN_FIRST = 3;

interface AttentionListProps {
  readonly items: readonly AttentionItem[];
  readonly isReading: boolean;
  readonly unchecked: readonly string[];
  /** False on an organization's own page. */
  readonly namesOrganizations: boolean;
}

/** Keeps its height while items arrive; further ones show on request. */
export function AttentionList({ items, isReading, unchecked, namesOrganizations }: AttentionListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? items : items.slice(0, SHOWN_FIRST);
  return (
    <AttentionFrame
      isReading={isReading}
      count={counted(items.length, 'item', 'items')}
      action={
        items.length > SHOWN_FIRST && (
          <Button size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show all ${formatCount(items.length)}`}
          </Button>
        )
      }
    >
      {shown.map((item) => (
        <Item key={item.key} item={item} namesOrganization={namesOrganizations} />
      ))}
      {!isReading && items.length === 0 && unchecked.length === 0 && (
        <li className="attention-item attention-nothing">
          <CheckCircleIcon /> Nothing needs your attention.
        </li>
      )}
      {!isReading && unchecked.length > 0 && (
        <li className="attention-item attention-nothing">Couldn’t check everything of {unchecked.join(', ')}.</li>
      )}
    </AttentionFrame>
  );
}

function Item({ item, namesOrganization }: { readonly item: AttentionItem; readonly namesOrganization: boolean }) {
  const { title, organization, action } = item;
  const name = organization.name ?? organization.login;
  const label = `${action.words}: ${namesOrganization ? `${name}, ${title}` : title}`;
  return (
    <li className="attention-item">
      <span className="attention-words">
        {namesOrganization && <strong>{name} </strong>}
        {title}
      </span>
      {'href' in action ? (
        <LinkButton href={action.href} size="small" aria-label={label}>
          {action.words}
        </LinkButton>
      ) : (
        <PageLinkButton
          to={action.path}
          search={{ rest: action.query ?? '' }}
          hash={action.fragment ?? ''}
          size="small"
          aria-label={label}
        >
          {action.words}
        </PageLinkButton>
      )}
    </li>
  );
}
