import type { ListedInvitation } from '@orgdesk/client';
import { ROLES } from '@orgdesk/people-files/cells';
import type { ChangeAction } from '../change/change-run.ts';
import { ACTION_WORDS } from '../change/change-words.ts';

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

export const intentWords = (intent: Intent): string =>
  ACTION_WORDS[intent.action].button(intent.invitations.length) + (needsConfirmation(intent) ? '…' : '');

export const isDangerous = ({ action }: Intent): boolean => action === 'cancel';
