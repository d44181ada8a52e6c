import type { PreviewedPerson } from '@orgdesk/client';
import { Button } from '@primer/react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { formatCount } from '../../../lib/reader-locale.ts';
import { ROLE_LABELS } from '../list/people-texts.ts';
import {
  changeTexts,
  effectsOf,
  NOT_COUNTED,
  notesOf,
  previewMessage,
  UNCHANGED_ORDER,
  verdictText,
} from './change-texts.ts';
import type { ChangePlan } from './use-change.ts';

interface PlanEffectsProps {
  readonly login: string;
  readonly organization: string;
  readonly plan: Pick<ChangePlan, 'change' | 'people'>;
  readonly heading: 'h3' | 'h4';
}

/** What a change does in an organization, and whom it leaves alone. */
export function PlanEffects({ login, organization, plan, heading }: PlanEffectsProps) {
  const { change, people } = plan;
  const id = useId();
  const { name: codeHost } = useCodeHost();
  const changed = people.filter(({ verdict }) => verdict === 'will-change');
  const unchanged = UNCHANGED_ORDER.flatMap((verdict) => people.filter((person) => person.verdict === verdict));
  const context = { organization, codeHost };
  return (
    <>
      <Notice
        tone={changed.length > 0 && changeTexts(change).isDangerous ? 'warning' : 'info'}
        role="status"
        title={previewMessage(change, people)}
      >
        {notesOf(changed, context).map((note) => (
          <p key={note}>{note}</p>
        ))}
      </Notice>
      {unchanged.length > 0 && (
        <PreviewTable
          id={`${id}-kept`}
          title="Unchanged"
          heading={heading}
          list={KEPT}
          people={unchanged}
          explain={({ verdict }) => verdictText(verdict, change, context)}
        />
      )}
      {changed.length > 0 && (
        <PreviewTable
          id={`${id}-changed`}
          title="To be changed"
          heading={heading}
          list={CHANGED}
          people={changed}
          explain={(person) => <ChangeEffects login={login} person={person} />}
        />
      )}
    </>
  );
}

interface PreviewTableProps extends Pick<PlanEffectsProps, 'heading'> {
  readonly id: string;
  readonly title: string;
  readonly list: ListRows<PreviewedPerson, ExplainContext>;
  readonly people: readonly PreviewedPerson[];
  readonly explain: ExplainContext['explain'];
}

interface ExplainContext {
  readonly explain: (person: PreviewedPerson) => ReactNode;
}

const explained = (heading: string): ListRows<PreviewedPerson, ExplainContext> => ({
  keyOf: ({ login }) => login,
  columns: [
    {
      heading: 'Person',
      width: 'third',
      cell: ({ login, role }) => (
        <>
          {login}
          {role !== null && <span className="data-table-muted">{ROLE_LABELS[role]}</span>}
        </>
      ),
    },
    { heading, width: 'rest', cell: (person, { explain }) => explain(person) },
  ],
});

const KEPT = explained('Reason');
const CHANGED = explained('Other changes');

function PreviewTable({ id, title, heading: Heading, list, people, explain }: PreviewTableProps) {
  return (
    <div className="stack-8">
      <Heading className="change-people-title" id={id}>
        {title}
      </Heading>
      <ListTable label={id} list={list} rows={people} context={{ explain }} />
    </div>
  );
}

/** Enough to recognize what somebody works on. */
const NAMED_MAX = 10;

interface ChangeEffectsProps {
  readonly login: string;
  readonly person: PreviewedPerson;
}

function ChangeEffects({ login, person }: ChangeEffectsProps) {
  const effects = effectsOf(person);
  if (effects.length === 0) return 'No other changes';
  return effects.map(({ text, names }) => (
    <p className="change-people-effect" key={text}>
      {names.length === 0 ? text : <NamedEffect text={text} names={names} />}
      {text === NOT_COUNTED && (
        <>
          {' '}
          <PageLink to="/organizations/$login/people/$person" params={{ login, person: person.login }} inline>
            View access
          </PageLink>
        </>
      )}
    </p>
  ));
}

function NamedEffect({ text, names }: { readonly text: string; readonly names: readonly string[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? names : names.slice(0, NAMED_MAX);
  const rest = names.length - shown.length;
  return (
    <>
      {text}: {shown.join(', ')}
      {rest > 0 && (
        <>
          {` and ${formatCount(rest)} more `}
          <Button size="small" onClick={() => setIsWhole(true)}>
            Show all {formatCount(names.length)}
          </Button>
        </>
      )}
    </>
  );
}

interface TypedLoginProps {
  readonly login: string;
  readonly value: string;
  readonly onChange: (written: string) => void;
  readonly isTried: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export const isTyped = (written: string, login: string): boolean =>
  written.trim().toLowerCase() === login.toLowerCase();

/** A field that confirms a change of many people. */
export function TypedLogin({ login, value, onChange, isTried, ref }: TypedLoginProps) {
  const id = useId();
  const isWrong = isTried && !isTyped(value, login);
  return (
    <div className="change-people-field">
      <label htmlFor={id}>
        Type <strong>{login}</strong> to confirm
      </label>
      <TextField
        ref={ref}
        id={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={`${id}-problem`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="change-people-problem" id={`${id}-problem`} role="status">
        {isWrong && `Type ${login} exactly.`}
      </p>
    </div>
  );
}
