import type { OrganizationMembershipView } from '@orgdesk/client';
import { ChevronDownIcon, SearchIcon } from '@primer/octicons-react';
import { VisuallyHidden } from '@primer/react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { PageLink } from '../../components/controls/page-link.tsx';
import { SearchField } from '../../components/controls/text-field.tsx';
import { Portrait } from '../../components/portrait.tsx';
import { hasWords } from '../../lib/fold.ts';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { useOrganizationTab } from './organization-tabs.ts';
import './organization-trail.css';

interface OrganizationTrailProps {
  readonly login: string;
  readonly name: string | null;
}

export function OrganizationTrail({ login, name }: OrganizationTrailProps) {
  const { organizations } = useSignedIn().user;
  const others = organizations.filter((other) => other.login.toLowerCase() !== login.toLowerCase());
  return (
    <nav className="organization-trail" aria-label="Breadcrumb">
      <ol className="organization-trail-steps">
        <li className="organization-trail-step">
          <PageLink to="/">Organizations</PageLink>
        </li>
        <li className="organization-trail-step">
          {others.length === 0 ? (
            <span className="organization-trail-here">{name ?? login}</span>
          ) : (
            <OrganizationSwitcher here={name ?? login} others={others} />
          )}
        </li>
      </ol>
    </nav>
  );
}

/** Up to this number, no filter is needed. */
const UNFILTERED_MAX = 8;
const SHOWN_MAX = 50;
/** Hover delay before preloading. */
const REST_MS = 150;

interface OrganizationSwitcherProps {
  readonly here: string;
  readonly others: readonly OrganizationMembershipView[];
}

/** Opens the current page for another organization. */
function OrganizationSwitcher({ here, others }: OrganizationSwitcherProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    part.current?.querySelector<HTMLElement>('input, a')?.focus();
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node && part.current?.contains(target))) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      setIsOpen(false);
      button.current?.focus();
    } else if (event.key === 'ArrowDown' && !isOpen) setIsOpen(true);
    else if (!isOpen || !walk(event, part.current)) return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its parts are pressed; here the focus is led from one to another.
    <div className="organization-switcher" ref={part} onKeyDown={onKeyDown}>
      <button
        type="button"
        className="organization-switcher-button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="organization-switcher-here">{here}</span>
        <VisuallyHidden>, switch organization</VisuallyHidden>
        <ChevronDownIcon />
      </button>
      <div className="organization-switcher-menu" id={id} hidden={!isOpen}>
        {isOpen && <Choices others={others} onChoose={() => setIsOpen(false)} />}
      </div>
    </div>
  );
}

interface ChoicesProps {
  readonly others: OrganizationSwitcherProps['others'];
  readonly onChoose: () => void;
}

function Choices({ others, onChoose }: ChoicesProps) {
  const { to } = useOrganizationTab();
  const [typed, setTyped] = useState('');
  const matching = others.filter(({ login, name }) => hasWords(`${login}\n${name ?? ''}`, typed));
  const shown = matching.slice(0, SHOWN_MAX);
  return (
    <>
      {others.length > UNFILTERED_MAX && (
        <SearchField
          className="organization-switcher-filter"
          icon={SearchIcon}
          label="Find an organization"
          placeholder="Find an organization"
          value={typed}
          onType={setTyped}
        />
      )}
      <VisuallyHidden role="status">
        {typed.trim() === '' ? '' : counted(matching.length, 'organization', 'organizations')}
      </VisuallyHidden>
      <ul className="organization-switcher-list">
        {shown.map(({ id, login, name, avatarUrl }) => (
          <li key={id}>
            <Link
              className="organization-switcher-choice"
              to={to}
              params={{ login }}
              preloadDelay={REST_MS}
              onClick={onChoose}
            >
              <Portrait url={avatarUrl} login={login} size={20} square />
              <span className="organization-switcher-name">{name ?? login}</span>
            </Link>
          </li>
        ))}
      </ul>
      {matching.length === 0 && <p className="organization-switcher-hint">No matching organizations</p>}
      {shown.length < matching.length && (
        <p className="organization-switcher-hint">
          And {formatCount(matching.length - shown.length)} more. Enter part of a name.
        </p>
      )}
    </>
  );
}

/** Returns whether the key moved the focus. */
function walk({ key, target }: KeyboardEvent, part: HTMLElement | null): boolean {
  const choices = [...(part?.querySelectorAll('a') ?? [])];
  const at = target instanceof HTMLAnchorElement ? choices.indexOf(target) : -1;
  const isInField = target instanceof HTMLInputElement;
  if (key === 'ArrowDown') choices[Math.min(at + 1, choices.length - 1)]?.focus();
  else if (key === 'ArrowUp') (choices[at - 1] ?? part?.querySelector('input') ?? choices[0])?.focus();
  else if (key === 'Home' && !isInField) choices[0]?.focus();
  else if (key === 'End' && !isInField) choices.at(-1)?.focus();
  else return false;
  return true;
}
