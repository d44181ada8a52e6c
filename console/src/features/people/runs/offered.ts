import type { OfferedOrganization } from '../../../components/controls/organization-choice.tsx';

export interface Offered extends OfferedOrganization {
  /** How many of the chosen people belong to it; null if not known. */
  readonly people: number | null;
}
