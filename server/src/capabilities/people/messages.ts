import { type RefusalResponse, TOO_MANY_LISTS } from '../../shared/refusals.ts';

export const ofList = { 'too-many-lists': TOO_MANY_LISTS } as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofPerson = {
  'no-person': { status: 404, error: 'Person not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;
