import type { AuditFilters } from '@orgdesk/client';
import { AUDIT_ACTION_MAX_CHARACTERS, AUDIT_NAME_MAX_CHARACTERS, LOGIN_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { Select } from '@primer/react';
import { type ReactNode, type RefObject, useId } from 'react';
import { TextField } from '../../components/controls/text-field.tsx';
import { FilterChips } from '../../components/tables/filter-chips.tsx';
import { FinderBar, FinderChoice, FinderFilter } from '../../components/tables/finder-bar.tsx';
import { createAddressView } from '../../lib/address/address-view.ts';
import { ACTION_GROUPS, OUTCOME_BADGES, SOURCE_LABELS } from './entry-texts.ts';
import './audit-trail.css';

const OUTCOMES = ['all', 'done', 'refused', 'unknown', 'under-way'] as const;
const SOURCES = ['all', 'console', 'api', 'job', 'webhook', 'comparison', 'command'] as const;

interface TrailView {
  /** Exact; empty matches all. */
  readonly actor: string;
  readonly target: string;
  /** An action, or the part before its dot. */
  readonly action: string;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly way: (typeof SOURCES)[number];
  /** Inclusive, in the browser's time zone. */
  readonly from: string;
  readonly to: string;
}

export const WHOLE_TRAIL: TrailView = {
  actor: '',
  target: '',
  action: '',
  outcome: 'all',
  way: 'all',
  from: '',
  to: '',
};

export const TRAIL_VIEW = createAddressView<TrailView>(WHOLE_TRAIL, {
  actor: null,
  target: null,
  action: null,
  outcome: OUTCOMES,
  way: SOURCES,
  from: null,
  to: null,
});

/** Ignores invalid days. */
export function filtersOf({ actor, target, action, outcome, way, from, to }: TrailView): AuditFilters {
  const since = midnight(from, 0);
  const until = midnight(to, 1);
  return {
    ...(actor.trim() === '' ? {} : { actor: actor.trim().replace(/^@/, '').slice(0, LOGIN_MAX_CHARACTERS) }),
    ...(target.trim() === '' ? {} : { target: target.trim().replace(/^@/, '').slice(0, AUDIT_NAME_MAX_CHARACTERS) }),
    ...(action === '' ? {} : { action: action.slice(0, AUDIT_ACTION_MAX_CHARACTERS) }),
    ...(outcome === 'all' ? {} : { outcome }),
    ...(way === 'all' ? {} : { way }),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
  };
}

/** In the browser's time zone; null for an invalid day. */
function midnight(day: string, later: number): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const at = new Date(`${day}T00:00`);
  if (Number.isNaN(at.getTime())) return null;
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

const OUTCOME_CHOICES = OUTCOMES.map(
  (outcome) => [outcome, outcome === 'all' ? 'All outcomes' : OUTCOME_BADGES[outcome].label] as const,
);
const SOURCE_CHOICES = SOURCES.map(
  (source) => [source, source === 'all' ? 'All sources' : SOURCE_LABELS[source]] as const,
);

interface TrailFinderProps {
  readonly view: TrailView;
  readonly onChange: (part: Partial<TrailView>) => void;
  readonly count: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onClear: () => void;
  readonly options: ReactNode;
}

/** The label of each filter that is in use. */
const CHIP_LABELS: { readonly [Name in keyof TrailView]: (value: TrailView[Name]) => string } = {
  actor: (actor) => `Actor: ${actor}`,
  target: (target) => `Target: ${target}`,
  action: eventLabel,
  outcome: (outcome) => (outcome === 'all' ? '' : OUTCOME_BADGES[outcome].label),
  way: (way) => (way === 'all' ? '' : SOURCE_LABELS[way]),
  from: (day) => `From ${day}`,
  to: (day) => `To ${day}`,
};

function eventLabel(action: string): string {
  const group = ACTION_GROUPS.find(
    ({ subject, actions }) => action === subject || actions.some(([choice]) => choice === action),
  );
  const label = group?.actions.find(([choice]) => choice === action)?.[1];
  return label ?? (group === undefined ? action : `${group.name}: all`);
}

const chipsOf = (view: TrailView, onChange: TrailFinderProps['onChange']) =>
  (Object.keys(WHOLE_TRAIL) as (keyof TrailView)[]).flatMap((name) =>
    view[name].trim() === WHOLE_TRAIL[name]
      ? []
      : [
          {
            label: (CHIP_LABELS[name] as (value: string) => string)(view[name]),
            onRemove: () => onChange({ [name]: WHOLE_TRAIL[name] }),
          },
        ],
  );

export function TrailFinder({ view, onChange, count, input, onClear, options }: TrailFinderProps) {
  return (
    <div className="trail-finder stack-12">
      <FinderBar count={count} options={options}>
        <FinderFilter
          ref={input}
          label="Actor (username)"
          placeholder="Actor"
          value={view.actor}
          onChange={(actor) => onChange({ actor })}
        />
        <FinderFilter
          ref={null}
          label="Target (full name)"
          placeholder="Target"
          value={view.target}
          onChange={(target) => onChange({ target })}
        />
        <ActionChoice action={view.action} onChange={(action) => onChange({ action })} />
        <FinderChoice
          label="Filter by outcome"
          options={OUTCOME_CHOICES}
          value={view.outcome}
          onChange={(outcome) => onChange({ outcome })}
        />
        <FinderChoice
          label="Filter by source"
          options={SOURCE_CHOICES}
          value={view.way}
          onChange={(way) => onChange({ way })}
        />
        <DayField label="From" value={view.from} onChange={(from) => onChange({ from })} />
        <DayField label="To" value={view.to} onChange={(to) => onChange({ to })} />
      </FinderBar>
      <FilterChips chips={chipsOf(view, onChange)} onClear={onClear} onFocus={() => input.current?.focus()} />
    </div>
  );
}

interface ActionChoiceProps {
  readonly action: string;
  readonly onChange: (action: string) => void;
}

function ActionChoice({ action, onChange }: ActionChoiceProps) {
  const isOffered = ACTION_GROUPS.some(
    ({ subject, actions }) => action === subject || actions.some(([choice]) => choice === action),
  );
  return (
    <span className="finder-bar-choice">
      <Select block aria-label="Filter by event" value={action} onChange={({ target }) => onChange(target.value)}>
        <Select.Option value="">All events</Select.Option>
        {/* The value comes from a hand-written URL. */}
        {!isOffered && <Select.Option value={action}>{action}</Select.Option>}
        {ACTION_GROUPS.map(({ name, subject, actions }) => (
          <Select.OptGroup key={name} label={name}>
            {subject !== '' && <Select.Option value={subject}>{`${name}: all`}</Select.Option>}
            {actions.map(([choice, label]) => (
              <Select.Option key={choice} value={choice}>
                {label}
              </Select.Option>
            ))}
          </Select.OptGroup>
        ))}
      </Select>
    </span>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <label className="trail-finder-day" htmlFor={id}>
      {label}
      <TextField id={id} type="date" max="9999-12-31" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
