import { createAddressView } from '../../../lib/address/address-view.ts';

const FLAGS = ['false', 'true'] as const;

export interface PartsView {
  readonly teams: (typeof FLAGS)[number];
  readonly invitations: (typeof FLAGS)[number];
  /** Whether people show who may match. */
  readonly unsure: (typeof FLAGS)[number];
}

export const PARTS_VIEW = createAddressView<PartsView>(
  { teams: 'false', invitations: 'false', unsure: 'false' },
  { teams: FLAGS, invitations: FLAGS, unsure: FLAGS },
);
