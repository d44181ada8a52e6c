import type { ComponentType } from 'react';
import type { Team } from './get-teams.ts';

interface ChangedMember {
  readonly id: number;
  readonly login: string;
}

export interface TeamChangeProps {
  readonly login: string;
  readonly organization: string;
  readonly team: { readonly slug: string; readonly name: string };
  /** Who is removed; null to choose people to add. */
  readonly removed: ChangedMember | null;
  readonly members: readonly string[];
  readonly onDone: (isStarted: boolean) => void;
}

/** Adds people to a team, or removes somebody, while it is mounted. */
export type TeamChange = ComponentType<TeamChangeProps>;

interface TeamSettingsProps {
  readonly login: string;
  /** Null for a new one. */
  readonly team: Team | null;
  readonly onDone: (isStarted: boolean) => void;
}

/** Creates, edits or deletes a team, while it is mounted. */
export type TeamSettings = ComponentType<TeamSettingsProps>;
