import type { PeopleChange, PersonRole } from '@orgdesk/client';
import type { ChangeName } from './change-choice.tsx';

export type ChosenChange = PeopleChange | ChangeName;

interface Offer {
  readonly change: ChosenChange;
  readonly words: string;
  readonly isDangerous?: true;
}

export const offeredChange = (role: PersonRole, change: string | null): ChosenChange | null =>
  OFFERS[role].find((offer) => offer.change === change)?.change ?? null;

const LEAVING: readonly Offer[] = [
  { change: 'convert', words: 'Convert to outside collaborator…', isDangerous: true },
  { change: 'remove', words: 'Remove…', isDangerous: true },
];
export const OFFERS: Readonly<Record<PersonRole, readonly Offer[]>> = {
  admin: [{ change: 'member', words: 'Make member…' }, { change: 'add-to-team', words: 'Add to a team…' }, ...LEAVING],
  member: [{ change: 'admin', words: 'Make owner…' }, { change: 'add-to-team', words: 'Add to a team…' }, ...LEAVING],
  billing_manager: [],
  outside_collaborator: [{ change: 'remove', words: 'Remove…', isDangerous: true }],
};
