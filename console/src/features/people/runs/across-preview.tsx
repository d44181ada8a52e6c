import type { RunRequest } from '@orgdesk/client';
import { RUN_ITEMS_MAX, RUN_PEOPLE_MAX } from '@orgdesk/contract/limits';
import { Button, Checkbox } from '@primer/react';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { ContinueTick } from '../../../components/app-work/continue-tick.tsx';
import { type Approval, useContinuing } from '../../../components/app-work/use-continuing.ts';
import type { OfferedOrganization } from '../../../components/controls/organization-choice.tsx';
import { DialogAnswers } from '../../../components/messages/dialog-frame.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { StartFailure } from '../../../components/messages/start-failure.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { noneRead, readFrom } from '../../../lib/reading/read.ts';
import { useIsBefore } from '../../../lib/use-is-before.ts';
import type { UnreadProps } from '../across/organization-lines.tsx';
import { changeTexts, changeTitle } from '../change/change-texts.ts';
import { isTyped, PlanEffects, TypedLogin } from '../change/preview-parts.tsx';
import { FailureCause } from './failure-cause.tsx';
import type { AcrossPlan, OrganizationPlan } from './use-change-across.ts';
import './runs.css';

export interface Offered extends OfferedOrganization {
  /** How many of the chosen people belong to it; null if not known. */
  readonly people: number | null;
}

interface AcrossPreviewProps {
  readonly plan: AcrossPlan;
  readonly offered: readonly Offered[];
  readonly Unread: ComponentType<UnreadProps>;
  /** Why the run could not be started; otherwise null. */
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly onConfirm: (title: string, items: RunRequest['items'], approval: Approval) => void;
  readonly onReload: () => void;
  readonly onCancel: () => void;
  /** What is done besides, and its title; otherwise null. */
  readonly besides?: {
    readonly count: number;
    readonly title: string;
    readonly children: ReactNode;
  };
}

const willing = ({ people }: OrganizationPlan) => people.filter(({ verdict }) => verdict === 'will-change');

export function AcrossPreview(props: AcrossPreviewProps) {
  const { plan, offered, Unread, failure, isBusy, onConfirm, onReload, onCancel, besides } = props;
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [written, setWritten] = useState<ReadonlyMap<number, string>>(new Map());
  const [isTried, setIsTried] = useState(false);
  const isFresh = useIsBefore(plan.expiresAt);
  const changing = plan.plans.filter((each) => willing(each).length > 0);
  const taken = changing.filter(({ organization }) => !left.has(organization));
  const people = taken.flatMap(willing);
  const total = people.length;
  const nameOf = ({ organization, login }: OrganizationPlan) =>
    offered.find(({ id }) => id === organization)?.name ?? login;
  const continuing = useContinuing(taken.map((each) => ({ login: each.login, name: nameOf(each) })));
  const isTooMuch = total > RUN_PEOPLE_MAX || taken.length > RUN_ITEMS_MAX;
  const { isDangerous } = changeTexts(plan.change);
  const distinct = [...new Map(people.map((person) => [person.id, person])).values()];
  const title =
    besides?.title ??
    `${changeTitle(plan.change, distinct)} in ${counted(taken.length, 'organization', 'organizations')}`;
  const textOf = ({ organization }: OrganizationPlan) => written.get(organization) ?? '';
  const isConfirmed = taken.every((each) => !each.needsConfirmation || isTyped(textOf(each), each.login));
  const canStart = (total > 0 ? isFresh : (besides?.count ?? 0) > 0) && !isTooMuch;
  const isEmpty = changing.length === 0 && besides === undefined;

  const confirm = () => {
    if (isBusy) return;
    setIsTried(true);
    if (!isConfirmed) return;
    onConfirm(
      title,
      taken.map((each) => ({
        organization: each.organization,
        previews: [...each.previews],
        ...(each.needsConfirmation && { confirmation: textOf(each).trim() }),
      })),
      continuing.approval,
    );
  };
  const toggle = (organization: number) => {
    const next = new Set(left);
    if (!next.delete(organization)) next.add(organization);
    setLeft(next);
  };

  return (
    <>
      <p className="run-summary" role="status">
        {summaryOf(total, taken.length, plan)}
      </p>
      {plan.failures.map(({ organization, failure: cause }) => {
        const known = offered.find(({ id }) => id === organization);
        const named = { id: organization, login: known?.login ?? '', name: known?.name ?? null };
        return (
          <Notice key={organization} tone="warning" title={`Not changed in ${named.name ?? named.login}`}>
            <FailureCause organization={named} failure={cause} Unread={Unread} />
          </Notice>
        );
      })}
      {plan.plans.map((each) => (
        <PlanSection
          key={each.organization}
          plan={each}
          name={nameOf(each)}
          isTaken={!left.has(each.organization)}
          onToggle={() => toggle(each.organization)}
          written={textOf(each)}
          onWrite={(text) => setWritten(new Map(written).set(each.organization, text))}
          isTried={isTried}
        />
      ))}
      {besides?.children}
      {isTooMuch && (
        <Notice tone="warning" title="Too many at once">
          <p>
            One run changes up to {formatCount(RUN_PEOPLE_MAX)} people in {formatCount(RUN_ITEMS_MAX)} organizations.
            Leave out some organizations, and change them afterwards.
          </p>
        </Notice>
      )}
      {!isFresh && changing.length > 0 && (
        <p className="change-people-hint" role="status">
          This preview has expired.
        </p>
      )}
      {canStart && total > 0 && <ContinueTick continuing={continuing} />}
      {failure !== null && (
        <StartFailure
          failure={failure}
          what="change"
          onRetry={confirm}
          isRetrying={isBusy}
          wasApproved={continuing.isChosen}
        />
      )}
      <DialogAnswers>
        <p className="change-people-problem" role="status">
          {isTried && !isConfirmed && 'Type the name of each organization that asks for it.'}
        </p>
        <Button onClick={onCancel}>{isEmpty ? 'Close' : 'Cancel'}</Button>
        {changing.length > 0 && !isFresh && (
          <Button variant="primary" onClick={onReload}>
            Refresh preview
          </Button>
        )}
        {canStart && (
          <Button variant={isDangerous ? 'danger' : 'primary'} inactive={isBusy} onClick={confirm}>
            {title}
          </Button>
        )}
      </DialogAnswers>
    </>
  );
}

function summaryOf(total: number, organizations: number, { plans, failures }: AcrossPlan): string {
  const failed = failures.length === 0 ? '' : ` Not possible in ${formatCount(failures.length)}.`;
  const read = readFrom(
    { data: plans, error: null },
    { all: 'the preview', value: () => total, unread: () => failures.map(({ organization }) => String(organization)) },
  );
  if (total === 0) return noneRead(read, 'Nothing will change.') ?? failed.trim();
  const changes = counted(total, 'change', 'changes');
  const unchanged = plans.length - organizations;
  const rest = unchanged === 0 ? '' : ` Nothing changes in ${formatCount(unchanged)}.`;
  return `${changes} in ${counted(organizations, 'organization', 'organizations')}.${rest}${failed}`;
}

interface PlanSectionProps {
  readonly plan: OrganizationPlan;
  readonly name: string;
  readonly isTaken: boolean;
  readonly onToggle: () => void;
  readonly written: string;
  readonly onWrite: (text: string) => void;
  readonly isTried: boolean;
}

function PlanSection(props: PlanSectionProps) {
  const { plan, name, isTaken, onToggle, written, onWrite, isTried } = props;
  const id = useId();
  const there = plan.people.filter(({ verdict }) => verdict !== 'not-there');
  const isChanging = willing(plan).length > 0;
  return (
    <section className="stack-8 run-plan" aria-labelledby={id}>
      <div className="run-plan-heading">
        {isChanging && (
          <Checkbox id={`${id}-box`} aria-label={`Include ${name}`} checked={isTaken} onChange={onToggle} />
        )}
        <h3 className="change-people-title" id={id}>
          {name}
        </h3>
      </div>
      {there.length === 0 ? (
        <p className="change-people-hint">No one selected belongs to {name}.</p>
      ) : (
        isTaken && (
          <PlanEffects
            login={plan.login}
            organization={name}
            plan={{ change: plan.change, people: there }}
            heading="h4"
          />
        )
      )}
      {!isTaken && <p className="change-people-hint">Left out.</p>}
      {isTaken && isChanging && plan.needsConfirmation && (
        <TypedLogin login={plan.login} value={written} onChange={onWrite} isTried={isTried} />
      )}
    </section>
  );
}
