import type { RunItem } from '@orgdesk/client';
import { Label } from '@primer/react';
import type { ComponentType } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { jobAnchor } from '../../../components/jobs/get-jobs.ts';
import type { JobKindTexts } from '../../../components/jobs/job-kind.ts';
import { continuesText, progressMessage, stateBadge } from '../../../components/jobs/job-texts.ts';
import type { ListRows } from '../../../components/list/list.ts';
import type { UnreadProps } from '../across/organization-lines.tsx';
import { FailureCause } from './failure-cause.tsx';
import { itemTitle } from './runs.ts';

export interface RunItemContext {
  readonly Unread: ComponentType<UnreadProps>;
  readonly texts: Readonly<Record<RunItem['kind'], JobKindTexts>>;
}

const PAGES = {
  'people-change': '/organizations/$login/people-changes',
  invitations: '/organizations/$login/invitations/sending',
} as const;

const STATES = {
  waiting: { label: 'Waiting', variant: 'secondary' },
  refused: { label: 'Not started', variant: 'danger' },
  withheld: { label: 'Not shown', variant: 'attention' },
  removed: { label: 'No longer stored', variant: 'secondary' },
} as const;

export const RUN_ITEMS: ListRows<RunItem, RunItemContext> = {
  keyOf: ({ item }) => item,
  columns: [
    {
      heading: 'Organization',
      width: 'quarter',
      isRowHeader: true,
      cell: ({ organization: { login }, kind, job }, _context, { stop }) => {
        if (login === null) return 'Unknown organization';
        return (
          <PageLink to={PAGES[kind]} params={{ login }} hash={job === null ? '' : jobAnchor(job)} {...stop}>
            {login}
          </PageLink>
        );
      },
    },
    { heading: 'Change', width: 'quarter', cell: itemTitle },
    {
      heading: 'State',
      width: 'narrow',
      cell: ({ state, job, kind }, { texts }) => {
        if (state !== 'started') return <Label variant={STATES[state].variant}>{STATES[state].label}</Label>;
        if (job === null) return null;
        const continues = continuesText(job);
        const { label: text, variant } = stateBadge(job, texts[kind], new Date());
        return (
          <>
            <Label variant={variant}>{text}</Label>
            {continues !== null && <span className="data-table-muted">{continues}</span>}
          </>
        );
      },
    },
    {
      heading: 'Result',
      width: 'rest',
      cell: ({ organization: { id, login }, failure, job, kind }, { texts, Unread }) => {
        if (failure !== null) {
          const named = { id, login: login ?? String(id), name: null };
          return <FailureCause organization={named} failure={failure} Unread={Unread} />;
        }
        return job === null ? null : progressMessage(job, texts[kind]);
      },
    },
  ],
};
