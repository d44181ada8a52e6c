import type { ListedInvitation } from '@orgdesk/client';
import { ROLES } from '@orgdesk/people-files/cells';
import { MailIcon } from '@primer/octicons-react';
import { Checkbox, Label } from '@primer/react';
import { menuColumn } from '../../../components/controls/row-menu.tsx';
import { createList } from '../../../components/list/list.ts';
import { Portrait } from '../../../components/portrait.tsx';
import { counted, formatDay, formatMinute } from '../../../lib/reader-locale.ts';
import { ACTION_TEXTS, type ChangeAction } from './change-run.ts';
import { expiryText, failureText, inviteeOf, ROLE_LABELS, roleLabel } from './invitation-texts.ts';
import './listed.css';

interface InvitationContext {
  /** When the list was read, in epoch milliseconds. */
  readonly now: number;
  readonly onIntent: ((intent: Intent) => void) | null;
}

const STATE_LABELS = { open: 'Open', failed: 'Failed' } as const;

/** Open and failed invitations. */
export const INVITATIONS = createList<ListedInvitation, InvitationContext, 'state' | 'role' | 'source'>({
  name: 'invitations',
  usernameOf: ({ login }) => login,
  keyOf: ({ id }) => id,
  columns: [
    {
      heading: 'Invitation',
      width: 'rest',
      text: (invitation) => `${inviteeOf(invitation)}\n${invitation.invitedBy ?? ''}`,
      sort: {
        by: 'person',
        value: inviteeOf,
      },
      csv: { Username: ({ login }) => login ?? '', Email: ({ email }) => email ?? '' },
      cell: (invitation, _, { box }) => (
        <label className="invitation-table-invitee" htmlFor={box?.id}>
          <Checkbox {...box} />
          {invitation.login === null ? (
            <span className="invitation-table-mail">
              <MailIcon />
            </span>
          ) : (
            <Portrait url={null} login={invitation.login} size={32} />
          )}
          <span className="invitation-table-name">{inviteeOf(invitation)}</span>
        </label>
      ),
    },
    {
      heading: 'Role',
      width: 'role',
      sort: {
        by: 'role',
        value: ({ role }) => roleLabel(role),
      },
      csv: { Role: ({ role }) => roleLabel(role), Teams: ({ teamCount }) => String(teamCount) },
      cell: ({ role, teamCount }) => (
        <>
          {roleLabel(role)}
          {teamCount > 0 && <span className="data-table-muted">{counted(teamCount, 'team', 'teams')}</span>}
        </>
      ),
    },
    {
      heading: 'Sent',
      width: 'sent',
      sort: {
        by: 'sent',
        value: ({ createdAt, id }) => `${createdAt} ${id}`,
        firstOrder: 'descending',
        labels: { ascending: 'Oldest first', descending: 'Newest first' },
      },
      csv: { Sent: ({ createdAt }) => createdAt, 'Sent by': ({ invitedBy }) => invitedBy ?? '' },
      cell: (invitation) => (
        <>
          <time dateTime={invitation.createdAt} title={formatMinute(invitation.createdAt) ?? undefined}>
            {formatDay(invitation.createdAt)}
          </time>
          <span className="data-table-muted">{senderText(invitation)}</span>
        </>
      ),
    },
    {
      heading: 'Status',
      width: 'state',
      sort: {
        by: 'state',
        value: nextStepAt,
        labels: { ascending: 'Failed first, then by expiry', descending: 'Open first, latest expiry' },
      },
      csv: {
        Status: ({ state }) => STATE_LABELS[state],
        Expires: ({ expiresAt }) => expiresAt ?? '',
        Reason: ({ state, failure }) => (state === 'failed' ? failureText(failure) : ''),
      },
      cell: ({ state, expiresAt, failedAt, failure }, { now }) => {
        const endsAt = state === 'open' ? expiresAt : failedAt;
        return (
          <>
            {state === 'open' ? (
              STATE_LABELS[state]
            ) : (
              <Label className="invitation-table-state" variant="danger">
                {STATE_LABELS[state]}
              </Label>
            )}
            <span
              className="data-table-muted"
              title={endsAt === null ? undefined : (formatMinute(endsAt) ?? undefined)}
            >
              {state === 'open' ? expiryText(expiresAt, now) : failureText(failure)}
            </span>
          </>
        );
      },
    },
    menuColumn<ListedInvitation, InvitationContext>({
      of: inviteeOf,
      entries: (invitation, { onIntent }) =>
        intentsFor([invitation]).map((intent) => ({
          label: intentLabel(intent),
          isDangerous: isDangerous(intent),
          unavailable: onIntent === null ? 'Another change is in progress' : null,
          onSelect: () => onIntent?.(intent),
        })),
    }),
  ],
  filters: {
    state: {
      label: 'Filter by status',
      choices: [
        ['all', 'Open and failed'],
        ['open', 'Open'],
        ['failed', 'Failed'],
      ],
      fits: ({ state }, choice) => state === choice,
    },
    role: {
      label: 'Filter by role',
      choices: [['all', 'All roles'], ...Object.entries(ROLE_LABELS)],
      fits: ({ role }, choice) => role === choice,
    },
    source: {
      label: 'Filter by source',
      choices: [
        ['all', 'All sources'],
        ['member', 'Sent by an owner'],
        ['scim', 'Identity provider'],
      ],
      fits: ({ source }, choice) => source === choice,
    },
  },
  search: { label: 'Filter invitations by person', placeholder: 'Filter by person' },
  sorting: { sort: 'sent', order: 'descending' },
  sortLabel: 'Sort invitations',
  noMatch: {
    title: 'No matching invitations',
    showAll: 'Show all invitations',
    text: 'No invitation matches these filters.',
  },
});

/** Failed first, then by expiry; those without expiry last. */
function nextStepAt({ state, expiresAt }: ListedInvitation): number {
  if (state === 'failed') return 0;
  return expiresAt === null ? Number.MAX_VALUE : Date.parse(expiresAt);
}

function senderText({ source, invitedBy }: ListedInvitation): string {
  if (source === 'scim') return 'by the identity provider';
  return invitedBy === null ? 'by an unknown person' : `by ${invitedBy}`;
}

export interface Intent {
  readonly action: ChangeAction;
  readonly invitations: readonly ListedInvitation[];
}

const canSend = ({ source, role }: ListedInvitation): boolean =>
  source === 'member' && ROLES.some((candidate) => candidate === role);

/** The service resends neither invitations of identity providers nor unsupported roles. */
export const intentsFor = (invitations: readonly ListedInvitation[]): readonly Intent[] =>
  [
    { action: 'cancel' as const, invitations: invitations.filter(({ state }) => state === 'open') },
    { action: 'dismiss' as const, invitations: invitations.filter(({ state }) => state === 'failed') },
    { action: 'send-again' as const, invitations: invitations.filter(canSend) },
  ].filter((intent) => intent.invitations.length > 0);

/** Asks if several invitations change or teams would be lost. */
export function needsConfirmation({ action, invitations }: Intent): boolean {
  if (action === 'dismiss') return false;
  return invitations.length > 1 || (action === 'send-again' && invitations.some(losesTeams));
}

const losesTeams = ({ state, teamCount }: ListedInvitation): boolean => state === 'failed' && teamCount > 0;

export const intentLabel = (intent: Intent): string =>
  ACTION_TEXTS[intent.action].button(intent.invitations.length) + (needsConfirmation(intent) ? '…' : '');

export const isDangerous = ({ action }: Intent): boolean => action === 'cancel';
